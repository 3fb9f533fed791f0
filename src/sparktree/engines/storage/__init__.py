"""What an opened folder offers: catalog, disks, clock, logs; its parts as tables see them."""
