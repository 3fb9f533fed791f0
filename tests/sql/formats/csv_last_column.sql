-- Fields of CSV that are no values: what is left over of the last one stands where the line should end.
SELECT * FROM format(CSV,'a Int32, b Int32','1,x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Int32','x,1'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(CSV,'a Int32, b Int32','1,1x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Int32','1x,1'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(CSV,'a Int32, b Date','1,2020-01-01x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Int32','1,"x"'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(CSV,'a Int32, b Float64','1,1.5x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Int32','1,2,3'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Int32','1,2\n3,4,5'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Int32','1,2 3'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b UUID','1,61f0c404-5cb3-11e7-907b-a6006ad3dba0z'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Bool','1,truex'); -- { serverError CANNOT_PARSE_BOOL }
SELECT * FROM format(CSV,'a Int32, b Bool','1,x'); -- { serverError CANNOT_PARSE_BOOL }
SELECT * FROM format(CSV,'a Int32, b DateTime','1,2020-01-01 00:00:00x'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM format(CSV,'a Int32, b Decimal(9,2)','1,1.5x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Nullable(Int32)','1,x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Nullable(Int32)','1,5x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32','x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32','1x\n2'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV,'a Int32, b Enum8(\'a\'=1)','1,b'); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT * FROM format(CSV,'a Int32, b IPv4','1,1.2.3'); -- { serverError CANNOT_PARSE_IPV4 }
SELECT * FROM format('1,2');
SELECT * FROM format(auto, '{"a":1}');
