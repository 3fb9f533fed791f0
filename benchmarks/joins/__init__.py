"""Queries over many tables, beside other engines."""
