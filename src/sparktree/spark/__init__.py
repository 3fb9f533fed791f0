"""Spark: the session, the running of stages and exchanges, cancellation and progress."""
