"""The command line: local queries, the shell, the demo."""
