"""Object stores: files by key on local disks, S3 and HDFS, found by patterns."""
