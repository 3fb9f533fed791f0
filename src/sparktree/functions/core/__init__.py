"""What functions of all families are made of: declarations, conversions, texts, lists."""
