"""Work that tables need without anybody asking: merges, mutations, moves, cleanup."""
