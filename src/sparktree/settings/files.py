"""Settings of files: those that queries read and write, and those that parts are exported to."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting


@dataclass(frozen=True)
class FileSettings:
    """Files of tables and of exports."""

    engine_file_truncate_on_insert: bool = setting(
        False, "INSERT INTO FUNCTION file() overwrites the file."
    )
    engine_file_allow_create_multiple_files: bool = setting(
        False, "INSERT into a file whose format cannot grow makes another beside it."
    )
    s3_skip_empty_files: bool = setting(
        True, "Whether empty files on S3 are left out, whatever their format."
    )
    azure_skip_empty_files: bool = setting(
        False, "Whether empty files on Azure are left out, whatever their format."
    )
    hdfs_skip_empty_files: bool = setting(
        False, "Whether empty files on HDFS are left out, whatever their format."
    )
    engine_file_skip_empty_files: bool = setting(
        False, "Whether empty files of this machine are left out, whatever their format."
    )
    engine_url_skip_empty_files: bool = setting(
        False, "Whether empty files of web servers are left out, whatever their format."
    )
    engine_file_empty_if_not_exists: bool = setting(
        False, "A table of engine File whose file is not there has no rows."
    )
    s3_truncate_on_insert: bool = setting(False, "INSERT into an object of S3 replaces it.")
    s3_create_new_file_on_insert: bool = setting(
        False, "INSERT into an object of S3 that exists makes another one beside it."
    )
    azure_truncate_on_insert: bool = setting(False, "INSERT into a blob of Azure replaces it.")
    azure_create_new_file_on_insert: bool = setting(
        False, "INSERT into a blob of Azure that exists makes another one beside it."
    )
    hdfs_truncate_on_insert: bool = setting(False, "INSERT into a file of HDFS replaces it.")
    hdfs_create_new_file_on_insert: bool = setting(
        False, "INSERT into a file of HDFS that exists makes another one beside it."
    )
    use_hive_partitioning: bool = setting(
        True, "Directories `name=value` in the path of a file are columns."
    )
    allow_experimental_export_merge_tree_part: bool = setting(
        False,
        "Allows ALTER TABLE ... EXPORT PART, and tables with the strategy hive whose partition key"
        " has expressions, which only exports can fill.",
    )
    export_merge_tree_part_overwrite_file_if_exists: bool = setting(
        False, "EXPORT PART replaces a file that is there already, instead of failing."
    )
    export_merge_tree_part_copy_column_chunks: bool = setting(
        True,
        "A part whose files hold values as the destination's Parquet wants them is exported by"
        " copying their column chunks, without decoding rows.",
    )
    export_merge_tree_part_max_rows_per_file: int = setting(
        4_000_000, "A part of more rows is exported as several files; 0 means no limit."
    )
    export_merge_tree_part_max_bytes_per_file: int = setting(
        1 << 29,
        "A part of more bytes, before compression, is exported as several files; 0 means no limit.",
    )
    export_merge_tree_partition_max_retries: int = setting(
        3, "How often EXPORT PARTITION tries a part again that could not be exported."
    )
    export_merge_tree_partition_force_export: bool = setting(
        False,
        "EXPORT PARTITION exports a partition once more that was exported to the same table, and"
        " removes the files of the time before.",
    )
    output_format_parallel_formatting: bool = setting(
        True,
        "A large part is exported as several files, by tasks that run at the same time; otherwise"
        " every part is one file.",
    )
