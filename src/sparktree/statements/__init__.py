"""One handler for each statement."""
