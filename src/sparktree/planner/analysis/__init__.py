"""From a syntax tree to a typed query: names, types, aliases, subqueries."""
