"""What CREATE and ALTER refuse, before anything is changed."""
