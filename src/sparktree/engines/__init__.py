"""Table engines and table functions."""
