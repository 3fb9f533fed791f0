"""Suffixes that change an aggregate function."""
