-- Columns of a recursive query have types that hold what its steps make of them.
WITH RECURSIVE r AS (SELECT toUInt8(1) AS n, 1 AS k UNION ALL SELECT n, k + 1 FROM r WHERE k < 3) SELECT toTypeName(n), toTypeName(k), n FROM r;
WITH RECURSIVE r AS (SELECT toInt16(1) AS n, 1 AS k UNION ALL SELECT toInt32(n), k + 1 FROM r WHERE k < 3) SELECT toTypeName(n), n FROM r;
WITH RECURSIVE r AS (SELECT toUInt16(1) AS n, 1 AS k UNION ALL SELECT n - 1, k + 1 FROM r WHERE k < 3) SELECT toTypeName(n), n FROM r;
WITH RECURSIVE r AS (SELECT 1 AS n, 1 AS k UNION ALL SELECT n / 2, k + 1 FROM r WHERE k < 3) SELECT toTypeName(n), n FROM r;
WITH RECURSIVE r AS (SELECT 1 AS n, 1 AS k UNION ALL SELECT NULL, k + 1 FROM r WHERE k < 3) SELECT toTypeName(n), n FROM r;
WITH RECURSIVE r AS (SELECT [1] AS n, 1 AS k UNION ALL SELECT arrayPushBack(n, 300), k + 1 FROM r WHERE k < 3) SELECT toTypeName(n), n FROM r;
WITH RECURSIVE r AS (SELECT (1, 'a') AS n, 1 AS k UNION ALL SELECT (n.1 + 1, 'b'), k + 1 FROM r WHERE k < 3) SELECT toTypeName(n), n FROM r;
WITH RECURSIVE r AS (SELECT toUInt8(200) AS n, 1 AS k UNION ALL SELECT toUInt8(n + 100), k + 1 FROM r WHERE k < 3) SELECT toTypeName(n), n FROM r;
WITH RECURSIVE r(x, y) AS (SELECT 1, 'q' UNION ALL SELECT x * -2, y || 'z' FROM r WHERE abs(x) < 9) SELECT x, toTypeName(x), y FROM r;
WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n, n FROM r WHERE n < 3) SELECT * FROM r; -- { serverError SIZES_OF_COLUMNS_DOESNT_MATCH }
WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT 'a' FROM r WHERE n < 3) SELECT * FROM r; -- { serverError NO_COMMON_TYPE }
