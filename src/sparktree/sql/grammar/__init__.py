"""The rules of the grammar, by subject."""
