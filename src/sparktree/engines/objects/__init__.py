"""Tables over files of object stores: S3, HDFS, local files; Hive's `key=value` folders."""
