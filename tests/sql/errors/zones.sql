-- Time zones that do not exist.
SELECT toDateTime('2020-01-01 00:00:00', 'Nowhere'); -- { serverError BAD_ARGUMENTS }
SELECT toString(now(), 'Nowhere'); -- { serverError BAD_ARGUMENTS }
SELECT toDateTimeOrNull('2020-01-01 00:00:00', 'Nowhere'); -- { serverError BAD_ARGUMENTS }
SELECT toDateTime64('2020-01-01', 3, 'Nowhere'); -- { serverError BAD_ARGUMENTS }
SELECT toHour(now(), 'Nowhere'); -- { serverError BAD_ARGUMENTS }
SELECT now('Nowhere'); -- { serverError BAD_ARGUMENTS }
SELECT toString(toDateTime('2020-01-01 00:00:00', 'UTC'), 'Asia/Tokyo');
