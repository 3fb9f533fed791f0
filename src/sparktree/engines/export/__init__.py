"""EXPORT PART: parts of MergeTree tables as files of tables over object stores."""
