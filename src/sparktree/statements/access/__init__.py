"""Statements about users, roles, rights, quotas, row policies and settings profiles."""
