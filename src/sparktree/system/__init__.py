"""System tables, each column declared with what fills it."""
