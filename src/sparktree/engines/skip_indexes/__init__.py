"""Skip indexes: what a filter can learn from them about blocks of granules."""
