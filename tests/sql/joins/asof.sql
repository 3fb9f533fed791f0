CREATE TABLE trades (sym String, ts DateTime('UTC'), price Float64) ENGINE = MergeTree ORDER BY (sym, ts);
CREATE TABLE quotes (sym String, ts DateTime('UTC'), bid Float64) ENGINE = MergeTree ORDER BY (sym, ts);
INSERT INTO trades VALUES ('A', '2024-01-01 10:00:00', 1), ('A', '2024-01-01 10:00:05', 2), ('A', '2024-01-01 10:00:10', 3), ('B', '2024-01-01 10:00:03', 4), ('C', '2024-01-01 10:00:00', 5);
INSERT INTO quotes VALUES ('A', '2024-01-01 09:59:59', 0.5), ('A', '2024-01-01 10:00:05', 1.5), ('A', '2024-01-01 10:00:07', 2.5), ('B', '2024-01-01 10:00:04', 3.5);
SELECT t.sym, t.ts, q.ts, price, bid FROM trades AS t ASOF JOIN quotes AS q ON t.sym = q.sym AND t.ts >= q.ts ORDER BY ALL;
SELECT t.sym, t.ts, q.ts, price, bid FROM trades AS t ASOF LEFT JOIN quotes AS q ON t.sym = q.sym AND t.ts >= q.ts ORDER BY ALL;
SELECT t.sym, t.ts, q.ts, bid FROM trades AS t ASOF JOIN quotes AS q ON t.sym = q.sym AND t.ts > q.ts ORDER BY ALL;
SELECT t.sym, t.ts, q.ts, bid FROM trades AS t ASOF JOIN quotes AS q ON t.sym = q.sym AND t.ts <= q.ts ORDER BY ALL;
SELECT t.sym, t.ts, q.ts, bid FROM trades AS t ASOF LEFT JOIN quotes AS q ON t.sym = q.sym AND t.ts < q.ts ORDER BY ALL;
SELECT sym, ts, price, bid FROM trades ASOF JOIN quotes USING (sym, ts) ORDER BY ALL;
SELECT sym, ts, price, bid FROM trades ASOF LEFT JOIN quotes USING (sym, ts) ORDER BY ALL;
SELECT t.sym, bid FROM trades AS t ASOF JOIN quotes AS q ON t.sym = q.sym; -- { serverError INVALID_JOIN_ON_EXPRESSION }
