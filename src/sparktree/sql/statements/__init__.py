"""A class for every statement."""
