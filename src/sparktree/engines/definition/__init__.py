"""What a table declares: columns, keys, settings; expressions over its columns."""
