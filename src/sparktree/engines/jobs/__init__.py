"""What runs in the background, as far as statements and operations on parts know it."""
