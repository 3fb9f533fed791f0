"""What becomes of rows with equal sorting keys: one module for each engine's rule."""
