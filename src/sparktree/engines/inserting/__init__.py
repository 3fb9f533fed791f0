"""Rows on their way into tables."""
