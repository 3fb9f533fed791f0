"""Disks: bytes by path, and the few verbs that commits need."""
