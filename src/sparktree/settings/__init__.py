"""Settings: of queries, of MergeTree tables and of the server, each declared once."""
