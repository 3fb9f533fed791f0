"""What clickhouse-sqlalchemy does with a server: client_of_sqlalchemy.py PORT DATABASE."""

import json
import sys

from clickhouse_sqlalchemy import engines, types
from clickhouse_sqlalchemy.exceptions import DatabaseException
from sqlalchemy import Column, MetaData, Table, create_engine, func, inspect, select, text

engine = create_engine(f"clickhouse+http://default:@127.0.0.1:{sys.argv[1]}/{sys.argv[2]}")
metadata = MetaData()
table = Table(
    "t",
    metadata,
    Column("a", types.UInt32, primary_key=True),
    Column("b", types.String),
    Column("d", types.Nullable(types.Float64)),
    engines.MergeTree(order_by="a"),
)
metadata.create_all(engine)
told: dict[str, object] = {}
with engine.connect() as con:
    con.execute(table.insert(), [{"a": 1, "b": "x", "d": None}, {"a": 2, "b": "y'é", "d": 1.5}])
    told["rows"] = [list(row) for row in con.execute(select(table).order_by(table.c.a))]
    told["sums"] = [list(row) for row in con.execute(select(func.count(), func.sum(table.c.a)))]
    try:
        con.execute(text("SELECT nope"))
    except DatabaseException as error:
        told["error"] = "Code: 47" in str(error)
told["tables"] = inspect(engine).get_table_names()
told["columns"] = [str(column["type"]) for column in inspect(engine).get_columns("t")]
told["known"] = [column.name for column in Table("t", MetaData(), autoload_with=engine).columns]
metadata.drop_all(engine)
told["left"] = inspect(engine).get_table_names()
print(json.dumps(told))
