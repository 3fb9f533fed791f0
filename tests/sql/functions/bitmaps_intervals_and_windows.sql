-- Parts of bitmaps, sums of intervals, windows of time, times of texts.
SELECT bitmapToArray(bitmapSubsetInRange(bitmapBuild([1,2,3,4,5]),2,5)), bitmapToArray(bitmapSubsetLimit(bitmapBuild([1,5,3,2,8]),3,2)), bitmapToArray(subBitmap(bitmapBuild([10,20,30,40,50]),1,3)), bitmapToArray(bitmapTransform(bitmapBuild([1,2,3,4,5]),[2,4],[20,40])), toTypeName(bitmapSubsetInRange(bitmapBuild([1,2]),1,2));
SELECT bitmapToArray(bitmapSubsetInRange(bitmapBuild([-1,2,3]),2,5)), bitmapToArray(bitmapSubsetInRange(bitmapBuild([1,2,3]),5,2)), bitmapToArray(bitmapSubsetLimit(bitmapBuild([1,2,3]),10,5)), bitmapToArray(subBitmap(bitmapBuild([1,2,3]),5,1)), bitmapToArray(subBitmap(bitmapBuild([1,2,3]),0,0));
SELECT bitmapSubsetInRange(bitmapBuild([1,2,3]),-1,2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitmapSubsetInRange(bitmapBuild([1,2,3]),'a',2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitmapSubsetInRange([1],1,2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitmapSubsetInRange(bitmapBuild([1,2,3]),1.5,2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitmapToArray(bitmapTransform(bitmapBuild([1,2]),[1],[2])), bitmapToArray(bitmapTransform(bitmapBuild([1,2]),[1,2],[2,1]));
SELECT bitmapTransform(bitmapBuild([1,2]),[1],[2,3]); -- { serverError BAD_ARGUMENTS }
SELECT bitmapTransform(bitmapBuild([1,2]),1,[2,3]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitmapTransform(bitmapBuild([1,2]),['a'],[2]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitmapToArray(bitmapSubsetInRange(bitmapBuild([1,2,3]), NULL, 2));
SELECT bitmapToArray(bitmapSubsetInRange(bitmapBuild([toUInt64(1),5000000000]), toUInt64(2), toUInt64(9999999999)));
SELECT addInterval(INTERVAL 1 DAY, INTERVAL 1 MONTH), addInterval((INTERVAL 1 DAY, INTERVAL 1 YEAR), INTERVAL 1 MONTH), addInterval(INTERVAL 2 DAY, INTERVAL 1 DAY), subtractInterval(INTERVAL 2 DAY, INTERVAL 1 DAY), subtractInterval(INTERVAL 2 DAY, INTERVAL 1 MONTH);
SELECT addInterval((INTERVAL 1 DAY, INTERVAL 1 YEAR), INTERVAL 1 DAY), addInterval((INTERVAL 1 DAY, INTERVAL 1 YEAR), INTERVAL 1 YEAR), toTypeName(subtractInterval((INTERVAL 1 DAY, INTERVAL 1 YEAR), INTERVAL 1 YEAR));
SELECT addInterval(1, INTERVAL 1 DAY); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT addInterval(INTERVAL 1 DAY, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT addTupleOfIntervals(toDate('2018-01-01'), (INTERVAL 1 DAY, INTERVAL 1 MONTH, INTERVAL 1 YEAR)), subtractTupleOfIntervals(toDate('2018-01-01'), (INTERVAL 1 DAY, INTERVAL 1 MONTH)), toTypeName(addTupleOfIntervals(toDate('2018-01-01'), (INTERVAL 1 HOUR, INTERVAL 1 MONTH))), addTupleOfIntervals(toDateTime('2018-01-01 00:00:00','UTC'), (INTERVAL 1 HOUR, INTERVAL 1 MONTH)), addTupleOfIntervals(toDate('2018-01-01'), tuple());
SELECT addTupleOfIntervals(5, tuple(INTERVAL 1 DAY)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT addTupleOfIntervals(toDate('2018-01-01'), (1, 2));
SELECT addTupleOfIntervals(toDate('2018-01-01'), INTERVAL 1 DAY); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toInterval(5,'day'), toTypeName(toInterval(5,'DAY')), toTypeName(toInterval(5,'Month')), toInterval(5.7,'hour'), toInterval('5','hour');
SELECT toInterval(5,'foo'); -- { serverError BAD_ARGUMENTS }
SELECT toInterval(5,materialize('day')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toInterval(5, 5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tumble(toDateTime('2026-01-02 03:04:05','UTC'), toIntervalDay('1')), tumbleStart(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 10 MINUTE), tumbleEnd(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 1 MONTH), tumbleStart(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 1 WEEK), tumbleEnd(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 1 QUARTER), tumble(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 1 YEAR), toTypeName(tumbleEnd(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 1 MONTH));
SELECT tumble(toDateTime('2026-01-02 03:04:05'), INTERVAL 1 DAY, 'Asia/Tokyo'), toTypeName(tumbleStart(toDateTime('2026-01-02 03:04:05'), INTERVAL 1 DAY, 'Asia/Tokyo')), toTypeName(tumbleStart(toDateTime('2026-01-02 03:04:05'), INTERVAL 1 DAY));
SELECT hop(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 1 DAY, INTERVAL 2 DAY), hopStart(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 10 MINUTE, INTERVAL 30 MINUTE), hopEnd(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 10 SECOND, INTERVAL 1 MINUTE), hop(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 1 MONTH, INTERVAL 3 MONTH); -- { serverError ILLEGAL_COLUMN }
SELECT hop(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 3 DAY, INTERVAL 2 DAY); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT tumble(toDate('2026-01-02'), INTERVAL 1 DAY); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tumble(toDateTime('2026-01-02 03:04:05','UTC'), 5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tumbleStart(tuple(toDateTime('2026-01-02 03:04:05','UTC'),toDateTime('2026-01-03 03:04:05','UTC'))), tumbleEnd(tumble(toDateTime('2026-01-02 03:04:05','UTC'), INTERVAL 1 DAY));
SELECT toTimeOrNull('12:30:45'), toTimeOrZero('x'), toTime64OrNull('12:30:45.123',3), toTime64OrZero('x',3), toTypeName(toTime64OrNull('12:30:45.123',3)), toTypeName(toTime64OrNull('12:30:45.123')), toTimeOrNull('x'), toTimeOrZero('-01:00:00'), toTimeOrNull(''), toTimeOrZero('999:59:59'), toTimeOrNull('1000:00:00'), toTime64OrNull('x',6), toTypeName(toTimeOrNull('1')), toTime64OrNull('12:30:45.123456',6);
SELECT toTimeOrNull(5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toTimeOrNull(NULL), toTimeOrZero(NULL);
