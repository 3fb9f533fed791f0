-- Bytes that are no UTF-8 stay as they are unless they are to be checked; JSONColumnsWithMetadata always checks.
SELECT unhex('FF41') AS s, unhex('C3') AS t FORMAT JSONColumns;
SELECT unhex('FF41') AS s, unhex('C3') AS t FORMAT JSONCompactColumns;
SELECT unhex('FF41') AS s, unhex('C3') AS t FORMAT JSONColumns SETTINGS output_format_json_validate_utf8 = 1;
SELECT unhex('FF41') AS s, unhex('C3') AS t FORMAT JSONCompactColumns SETTINGS output_format_json_validate_utf8 = 1;
SELECT unhex('FF41') AS s FORMAT JSONColumnsWithMetadata SETTINGS output_format_write_statistics = 0;
