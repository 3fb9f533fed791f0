"""Table functions: what may stand in FROM with parentheses behind it."""
