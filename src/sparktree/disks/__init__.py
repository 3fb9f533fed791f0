"""Disks: bytes by path, and the few verbs that commits need."""

from sparktree.disks import cached as cached  # files its type
from sparktree.disks import encrypted as encrypted  # files its type
from sparktree.disks import local as local  # files its type
from sparktree.disks import local_objects as local_objects
