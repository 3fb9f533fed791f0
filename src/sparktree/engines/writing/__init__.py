"""Writing parts: kernel SQL in the tasks, parts on the disks, one commit."""
