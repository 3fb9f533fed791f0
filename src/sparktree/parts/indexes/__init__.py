"""Skip indexes in parts: how each kind is built and what its file holds."""
