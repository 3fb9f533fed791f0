-- Formats of whole documents and of columns, and INSERT statements.
SELECT number AS `a"b`, if(number = 1, NULL, 'x<&>' || number) AS b, [1, number] AS c, (1, 'q') AS d, map('k', 'v') AS e, toFloat64(nan) AS f FROM numbers(2) FORMAT JSONColumns SETTINGS output_format_write_statistics = 0;
SELECT number FROM numbers(0) FORMAT JSONColumns SETTINGS output_format_write_statistics = 0;
SELECT number AS `a"b`, if(number = 1, NULL, 'x<&>' || number) AS b, [1, number] AS c, (1, 'q') AS d, map('k', 'v') AS e, toFloat64(nan) AS f FROM numbers(2) FORMAT JSONCompactColumns SETTINGS output_format_write_statistics = 0;
SELECT number FROM numbers(0) FORMAT JSONCompactColumns SETTINGS output_format_write_statistics = 0;
SELECT number AS `a"b`, if(number = 1, NULL, 'x<&>' || number) AS b, [1, number] AS c, (1, 'q') AS d, map('k', 'v') AS e, toFloat64(nan) AS f FROM numbers(2) FORMAT JSONColumnsWithMetadata SETTINGS output_format_write_statistics = 0;
SELECT number FROM numbers(0) FORMAT JSONColumnsWithMetadata SETTINGS output_format_write_statistics = 0;
SELECT number AS `a"b`, if(number = 1, NULL, 'x<&>' || number) AS b, [1, number] AS c, (1, 'q') AS d, map('k', 'v') AS e, toFloat64(nan) AS f FROM numbers(2) FORMAT SQLInsert SETTINGS output_format_write_statistics = 0;
SELECT number FROM numbers(0) FORMAT SQLInsert SETTINGS output_format_write_statistics = 0;
SELECT number AS `a"b`, if(number = 1, NULL, 'x<&>' || number) AS b, [1, number] AS c, (1, 'q') AS d, map('k', 'v') AS e, toFloat64(nan) AS f FROM numbers(2) FORMAT XML SETTINGS output_format_write_statistics = 0;
SELECT number FROM numbers(0) FORMAT XML SETTINGS output_format_write_statistics = 0;
SELECT number % 2 AS a, count() AS c FROM numbers(3) GROUP BY a WITH TOTALS ORDER BY a FORMAT XML SETTINGS extremes = 1, output_format_write_statistics = 0;
SELECT number AS a, 'q' AS b FROM numbers(3) FORMAT SQLInsert SETTINGS output_format_sql_insert_max_batch_size = 2, output_format_sql_insert_table_name = 'tt', output_format_sql_insert_use_replace = 1, output_format_sql_insert_quote_names = 0;
SELECT 1 AS a FORMAT SQLInsert SETTINGS output_format_sql_insert_include_column_names = 0;
SELECT 1 AS `1 a-b<` , [1,2] AS b, (1,'x') AS t, map(1,2) AS m, toDate('2024-01-01') AS d FORMAT XML SETTINGS output_format_write_statistics = 0;
SELECT [] AS e, [[1]] AS n, ['<'] AS s, NULL AS z, tuple('a' AS q, 2) AS t FORMAT XML SETTINGS output_format_write_statistics = 0;
