-- The day that a moment is in another zone; other corners of functions.
SELECT toDate(toDateTime(1412106600, 'UTC'), 'Asia/Tokyo'), toDate(toDateTime64(1412106600, 3, 'UTC'), 'Asia/Tokyo'), toDate(1412106600, 'Asia/Tokyo'), toDate('2020-01-01 23:00:00', 'Asia/Tokyo'), toDate32(toDateTime(1412106600, 'UTC'), 'Asia/Tokyo'), toDate(toDate('2020-01-01'), 'Asia/Tokyo');
SELECT toDate(70000.5, 'Asia/Tokyo'), toDate(65536), toDate(1e30), toDate32(1e30), toDate32(2932897), toDate(toInt256(1412106600)), toDate(number + 1412106600, 'America/New_York') FROM numbers(2);
SELECT toDate(1412106600), toDate32(1412106600), CAST(1412106600 AS Date), toDate(1412106600, 'UTC'), toDate(toDateTime(1412106600), 'UTC') SETTINGS session_timezone = 'Asia/Tokyo';
SELECT toStartOfInterval(toDate('2019-02-06'), INTERVAL 1 YEAR, 'Europe/Moscow'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toStartOfInterval(toDate32('2019-02-06'), INTERVAL 1 MONTH, 'Europe/Moscow'), toStartOfInterval(toDate('2019-02-06'), INTERVAL 1 DAY, 'Europe/Moscow');
SELECT timeSlots(toDateTime('2020-01-01', 'UTC'), toUInt32(10), 0); -- { serverError ILLEGAL_COLUMN }
SELECT cutURLParameter('http://a/?b=c&d=e', []), cutURLParameter(materialize('http://a/?b=c&d=e&f'), ['b', 'x', 'd']), cutURLParameter('http://a/?b=c&d=e#b=1&d=2', ['b', 'd']);
SELECT cutURLParameter('http://a/', [1]); -- { serverError ILLEGAL_COLUMN }
SELECT coalesce(), toTypeName(coalesce());
SELECT [(1, 'a'), (2, 3)], toTypeName([(1, 2), (1, 2, 3)]);
SELECT [[1], ['a']]; -- { serverError NO_COMMON_TYPE }
SELECT CAST(1); -- { clientError SYNTAX_ERROR }
SELECT CAST(1 AS x, 'UInt16'), x;
SELECT tuple() = tuple(); -- { serverError NOT_IMPLEMENTED }
SELECT materialize(tuple()) < tuple(); -- { serverError NOT_IMPLEMENTED }
