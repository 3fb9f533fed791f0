"""Mutations: commands that rewrite the parts of a table."""
