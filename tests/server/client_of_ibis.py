"""What ibis does with a server: client_of_ibis.py PORT DATABASE."""

import json
import sys

import ibis

con = ibis.clickhouse.connect(host="127.0.0.1", port=int(sys.argv[1]), database=sys.argv[2])
con.raw_sql("CREATE TABLE t (a Int64, b String, c Nullable(Float64)) ENGINE = MergeTree ORDER BY a")
con.insert("t", ibis.memtable({"a": [1, 2, 3], "b": ["x", "y", "x"], "c": [1.5, None, 2.5]}))
t = con.table("t")
grouped = t.group_by("b").agg(n=t.count(), s=t.c.sum()).order_by("b").to_pyarrow().to_pydict()
shifted = t.filter(t.a > 1).select(d=t.a + 1).order_by("d").to_pyarrow().to_pydict()
con.create_table("doubled", t.mutate(z=t.a * 2))
doubled = con.table("doubled")
con.create_view("seen", t.filter(t.b == "x"))
told = {
    "schema": {name: str(type_) for name, type_ in t.schema().items()},
    "grouped": grouped,
    "shifted": shifted,
    "tables": sorted(con.list_tables()),
    "sum": int(doubled.z.sum().execute()),
    "view": int(con.table("seen").count().execute()),
    "joined": int(t.join(doubled, "a").count().execute()),
}
con.raw_sql("DROP TABLE doubled")  # drop_table() of ibis 12 with sqlglot 30 names no table
told["left"] = sorted(con.list_tables())
print(json.dumps(told))
