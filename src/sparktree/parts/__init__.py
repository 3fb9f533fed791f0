"""Parts: their names, partitions, files, writing, reading and checking."""
