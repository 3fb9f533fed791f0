"""system.spark_stages and spark_executors: what Spark does for the queries that run."""

from __future__ import annotations

from sparktree.spark.monitoring import ExecutorState, StageState, executors, stages
from sparktree.system.columns import Column
from sparktree.system.table import SystemTable, system_table

system_table(
    SystemTable[StageState](
        "spark_stages",
        "The stages that Spark runs now, and the query that each is for.",
        lambda _: stages(),
        {
            "query_id": "query_id",
            "stage": "stage",
            "attempt": "attempt",
            "name": "name",
            "tasks": "tasks",
            "completed_tasks": "completed",
            "active_tasks": "active",
            "failed_tasks": "failed",
        },
        own_columns=(
            Column("query_id", "String"),
            Column("stage", "UInt32"),
            Column("attempt", "UInt32"),
            Column("name", "String"),
            Column("tasks", "UInt32"),
            Column("completed_tasks", "UInt32"),
            Column("active_tasks", "UInt32"),
            Column("failed_tasks", "UInt32"),
        ),
    )
)

system_table(
    SystemTable[ExecutorState](
        "spark_executors",
        "Spark's executors and its driver; none before a statement needed Spark.",
        lambda _: executors(),
        {
            "executor_id": "executor_id",
            "address": "address",
            "is_active": "is_active",
            "cores": "cores",
            "active_tasks": "active",
            "completed_tasks": "completed",
            "failed_tasks": "failed",
            "memory_bytes": "memory",
            "used_memory_bytes": "used",
            "shuffle_read_bytes": "shuffle_read",
            "shuffle_written_bytes": "shuffle_written",
        },
        own_columns=(
            Column("executor_id", "String"),
            Column("address", "String"),
            Column("is_active", "UInt8"),
            Column("cores", "UInt32"),
            Column("active_tasks", "UInt32"),
            Column("completed_tasks", "UInt64"),
            Column("failed_tasks", "UInt64"),
            Column("memory_bytes", "UInt64"),
            Column("used_memory_bytes", "UInt64"),
            Column("shuffle_read_bytes", "UInt64"),
            Column("shuffle_written_bytes", "UInt64"),
        ),
    )
)
