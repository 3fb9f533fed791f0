"""Printers of nodes, by subject."""
