"""BACKUP and RESTORE: where backups lie, what is in them, and how parts get there and back."""
