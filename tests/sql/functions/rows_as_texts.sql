-- Rows as texts in formats.
SELECT formatRow('CSV', number, 'good') FROM numbers(2);
SELECT formatRow('TSV', 1, 'a\tb'), formatRow('JSONEachRow', 1 AS x, 'q' AS y), formatRow('Values', 1, 'a'), formatRowNoNewline('CSV', 1,'x'), formatRow('TSKV', 1 AS k), formatRow('JSONCompactEachRow', 1, [2]);
SELECT formatRow('TabSeparatedWithNames', 1 AS a), formatRow('CustomSeparated',1,2), formatRow('SQLInsert',1 as z), formatRow('Markdown',1), formatRow('TSVRaw', 'a\tb'),formatRow('JSONEachRow', number), formatRow('CSVWithNamesAndTypes', 'a' AS b, number), formatRow('PrettyJSONEachRow', 1 AS a, [2] AS c), formatRow('JSONStringsEachRow', 1 AS a), formatRow('JSONCompactStringsEachRowWithNames', 1 AS a, number) FROM numbers(1);
SELECT formatRow('Foo', 1); -- { serverError UNKNOWN_FORMAT }
SELECT formatRow('Native',1); -- { serverError BAD_ARGUMENTS }
SELECT formatRow('Parquet',1); -- { serverError BAD_ARGUMENTS }
SELECT formatRow('Pretty',1); -- { serverError BAD_ARGUMENTS }
SELECT formatRow('CSV'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT formatRow(materialize('CSV'),1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT formatRow('CSV',NULL), toTypeName(formatRow('CSV',1)), formatRow('CSV', 1+1, toNullable(3));
SELECT formatRow('JSONEachRow', 1+1, number AS n, n+1) FROM numbers(2);
SELECT formatRow(5, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT formatRow('JSONEachRow', a, b.x) FROM (SELECT 1 AS a, tuple(2)::Tuple(x UInt8) AS b);
SELECT formatRow('CSV', 1, '\xff'), formatRow('CSV', toDate('2024-01-01'), 1.5) SETTINGS format_csv_delimiter = ';';
SELECT formatRow('CSV', *) FROM (SELECT 1 AS a, 'x' AS b);
SELECT formatRow('CSV', sum(number), count()) FROM numbers(3);
SELECT formatRowNoNewline('TSV', 'a\n', 'b'), formatRow('CSV', [1, 2], map('a', 1), (1, 'x'));
