"""Tables as queries see them."""
