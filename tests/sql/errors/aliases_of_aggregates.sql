-- The alias of an aggregate in other letters is that of no aggregate; other names are of no function.
SELECT MEDIAN(); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT Median(1); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT MEDIANIf(1, 1); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT MEDIANState(1); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT MEDIAN(number) OVER () FROM numbers(2); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT LTTB(); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT LTTB(3)(1, 2); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT medianif(1); -- { serverError UNKNOWN_FUNCTION }
SELECT SPARKBAR(1); -- { serverError UNKNOWN_FUNCTION }
SELECT HISTOGRAM(2)(1); -- { serverError UNKNOWN_FUNCTION }
SELECT median(number), lttb(3)(number, number), COVAR_POP(1, 2) FROM numbers(2);
