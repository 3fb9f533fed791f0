-- Parameters that name columns and tables.
SET param_d='system';
SET param_t = 'one';
SELECT * FROM {d:Identifier}.{t:Identifier};
SELECT * FROM system.{t:Identifier};
SET param_c='dummy';
SELECT one.{c:Identifier}, {c:Identifier} AS z, toTypeName({c:Identifier}) FROM system.one;
SELECT 1 AS {c:Identifier} FORMAT TSVWithNames;
SELECT {c:Identifier} FROM system.one GROUP BY {c:Identifier} ORDER BY {c:Identifier};
SET param_n='tt';
CREATE TABLE {n:Identifier} (c UInt8) ENGINE=Memory;
INSERT INTO {n:Identifier} VALUES (4);
SELECT * FROM {n:Identifier};
DESCRIBE TABLE {n:Identifier};
SELECT {n:Identifier}.c FROM {n:Identifier};
SELECT {nope:Identifier} FROM tt; -- { serverError UNKNOWN_QUERY_PARAMETER }
DROP TABLE {n:Identifier};
