"""The server: `sparktree server`, its listeners and sessions."""
