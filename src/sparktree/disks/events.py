"""What reading from disks counts in this process, under ClickHouse's names of events."""

from sparktree.kernel.counts import Counts

DISK_EVENTS = Counts()
