"""Users, roles and rights: who may do what, and how that is kept, combined and shown."""
