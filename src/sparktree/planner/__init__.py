"""From a syntax tree to a typed query, and from there to stages of kernel SQL."""
