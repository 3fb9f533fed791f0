"""Conditions over keys: which ranges of key values can hold a row that a filter wants."""
