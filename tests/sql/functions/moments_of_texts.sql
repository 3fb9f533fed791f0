-- Moments read from and written as texts in many forms, over columns.
DROP VIEW IF EXISTS moments;
CREATE VIEW moments AS SELECT number AS k, arrayElement(['2024-05-06 07:08:09', '2024-05-06T07:08:09', '2024-05-06T07:08:09Z', '2024-05-06 07:08:09.123', '2024-05-06T07:08:09.123456Z', '2024-05-06T07:08:09+02:00', '2024-05-06T07:08:09.5-05:30', '2024-05-06T07:08:09+0200', '2024-05-06', '06 May 2024', '2024-02-30 00:00:00', '2024-13-01 00:00:00', '2024-05-06 25:00:00', '2106-02-07 06:28:15', '2024-05-06 07:08', 'x', '', '1714979289', '2024-03-31 02:30:00', '2024-05-06 07:08:09 ', '20240506', '06/05/2024 07:08:09', '2024-5-6 7:8:9'], number + 1) AS s FROM numbers(23);
SELECT s, parseDateTimeBestEffortOrNull(s, 'UTC'), parseDateTimeBestEffortOrNull(s, 'Europe/Berlin'), parseDateTime64BestEffortOrNull(s, 3, 'UTC'), parseDateTime64BestEffortOrNull(s, 6, 'Asia/Tokyo'), parseDateTimeBestEffortOrZero(s, 'UTC') FROM moments ORDER BY k;
SELECT s, parseDateTimeOrNull(s, '%Y-%m-%d %H:%i:%s', 'UTC'), parseDateTimeOrNull(s, '%Y-%m-%d', 'UTC'), parseDateTimeOrNull(s, '%F %T', 'Europe/Berlin'), parseDateTimeOrNull(s, '%Y%m%d', 'UTC'), parseDateTimeOrNull(s, '%d/%m/%Y %H:%i:%s', 'UTC'), parseDateTimeOrZero(s, '%Y-%m-%dT%H:%i:%sZ', 'UTC'), parseDateTime64OrNull(s, '%Y-%m-%d %H:%i:%s', 'UTC') FROM moments ORDER BY k;
SELECT s, parseDateTimeInJodaSyntaxOrNull(s, 'yyyy-MM-dd HH:mm:ss', 'UTC'), parseDateTimeInJodaSyntaxOrNull(s, 'yyyy-MM-dd', 'UTC'), parseDateTimeInJodaSyntaxOrNull(s, 'yyyyMMdd', 'UTC'), parseDateTimeInJodaSyntaxOrZero(s, 'dd/MM/yyyy HH:mm:ss', 'Asia/Tokyo') FROM moments ORDER BY k;
SELECT parseDateTimeBestEffort(s) FROM moments; -- { serverError CANNOT_PARSE_DATETIME }
SELECT parseDateTime(s, '%Y-%m-%d') FROM moments; -- { serverError CANNOT_PARSE_DATETIME }
SELECT parseDateTimeBestEffort(materialize(toNullable('2024-05-06T07:08:09Z')), 'UTC'), parseDateTimeBestEffort(CAST(NULL, 'Nullable(String)'));
DROP VIEW moments;
DROP VIEW IF EXISTS instants;
CREATE VIEW instants AS SELECT toDateTime(arrayJoin([0, 1704067199, 1704067200, 1714979289, 1735603200, 4000000000]), 'UTC') AS t;
SELECT formatDateTime(t, '%a|%b|%c|%C|%d|%D|%e|%F|%g|%G|%h|%H|%i|%I|%j|%k|%l|%m|%M|%n|%p|%Q|%r|%R|%s|%S|%t|%T|%u|%V|%w|%W|%y|%Y|%z|%%') FROM instants ORDER BY t;
SELECT formatDateTime(t, '%Y-%m-%d'), formatDateTime(t, '%W, %M %e at %k:%i', 'America/New_York'), formatDateTime(toDate(t), '%d.%m.%Y %u %V %G %w'), formatDateTime(toDateTime64(t, 3, 'UTC'), '%Y-%m-%d %H:%i:%s %e'), formatDateTime(toDateTime64(t, 3, 'UTC'), '%f') FROM instants ORDER BY t;
SELECT formatDateTimeInJodaSyntax(t, 'yyyy|yy|y|M|MM|MMM|MMMM|d|dd|H|HH|h|hh|m|mm|s|ss|a|E|EEE|EEEE|D|DDD|e|ww'), formatDateTimeInJodaSyntax(t, '\'100%\' yyyy-MM-dd\'T\'HH:mm:ss', 'Asia/Tokyo'), formatDateTimeInJodaSyntax(toDateTime64(t, 3, 'UTC'), 'yyyy-MM-dd HH:mm:ss'), formatDateTimeInJodaSyntax(t, 'K k x C G') FROM instants ORDER BY t;
SELECT formatDateTime(toDateTime64('1925-01-02 03:04:05.678', 3, 'UTC'), '%Y-%m-%d %H:%i:%s'), formatDateTime(toDateTime64('2283-11-11 23:59:59.9', 3, 'UTC'), '%F %T'), formatDateTime(toDate32('1900-01-01'), '%F %a');
DROP VIEW instants;
