-- The curves of Morton and Hilbert: plain, with masks, and what they refuse.
SELECT mortonEncode(1,2,3), mortonEncode(1), mortonEncode((1,2),1024,16), mortonEncode(tuple(2),128), toTypeName(mortonEncode(1,2));
SELECT mortonEncode(toUInt64(18446744073709551615), toUInt8(1)), mortonEncode(4294967295,4294967296), mortonEncode(1,2,3,4,5,6,7,8);
SELECT mortonEncode(-1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mortonEncode(toInt8(1), 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mortonEncode(1.5, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mortonEncode(); -- { serverError TOO_FEW_ARGUMENTS_FOR_FUNCTION }
SELECT mortonEncode(1,2,3,4,5,6,7,8,9); -- { serverError TOO_MANY_ARGUMENTS_FOR_FUNCTION }
SELECT mortonEncode((1,2,3),1,2); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT mortonEncode((9,2),1,2); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT mortonEncode((8,2),1,2), mortonEncode((0,2),1,2); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT mortonEncode(('a','b'),1,2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mortonEncode(materialize((1,2)),1,2);
SELECT mortonEncode(NULL, 1), mortonEncode(toNullable(2),1), toTypeName(mortonEncode(toNullable(2),1));
SELECT mortonDecode(3, 53), mortonDecode(1,7), mortonDecode(tuple(2), 32768), mortonDecode((1,2),31), toTypeName(mortonDecode(2,5)), toTypeName(mortonDecode((1,2),31));
SELECT mortonDecode(9, 5); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT mortonDecode(0, 5); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT mortonDecode(2, -5); -- { serverError ILLEGAL_COLUMN }
SELECT mortonDecode(2, toNullable(5));
SELECT mortonDecode(2, NULL);
SELECT mortonDecode(materialize(2), 5); -- { serverError ILLEGAL_COLUMN }
SELECT mortonDecode('a', 5); -- { serverError ILLEGAL_COLUMN }
SELECT mortonDecode((1,9), 5); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT mortonDecode(2, 18446744073709551615), mortonDecode(8, 18446744073709551615), mortonDecode(5, 18446744073709551615), mortonDecode(3, 18446744073709551615), mortonDecode(7, 18446744073709551615);
SELECT mortonEncode(4294967295,4294967295,4294967295), mortonEncode(65535,65535,65535,65535,65535),mortonEncode(1000000,1000000,1000000,1000000,1000000,1000000,1000000);
SELECT hilbertEncode(3,4), hilbertEncode(1), hilbertEncode((1,2),1024,16), hilbertEncode(tuple(2),128), toTypeName(hilbertEncode(1,2)), hilbertEncode((10,6),1024,16);
SELECT hilbertEncode(1,2,3); -- { serverError TOO_MANY_ARGUMENTS_FOR_FUNCTION }
SELECT hilbertEncode(); -- { serverError TOO_FEW_ARGUMENTS_FOR_FUNCTION }
SELECT hilbertEncode(-1,2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hilbertEncode(4294967295,4294967295), hilbertEncode(4294967296,1), hilbertEncode(0,0), hilbertEncode(5,1000000);
SELECT hilbertEncode((33,1),1,1); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT hilbertEncode((32,1),1,1),hilbertEncode((0,1),1,1);
SELECT hilbertDecode(2,31), hilbertDecode(1,1), hilbertDecode(tuple(2),32768), hilbertDecode((10,6),4031541586602), toTypeName(hilbertDecode(2,31));
SELECT hilbertDecode(3,1); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT hilbertDecode(0,1); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT hilbertEncode(NULL, 2), hilbertEncode(toNullable(3),4);
SELECT arrayMap(x -> hilbertEncode(x, 17), range(20)), arrayMap(x -> hilbertDecode(2,x), range(20)), hilbertDecode(2,18446744073709551615);
SELECT mortonEncode('a', 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mortonEncode((1,2),1); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT mortonEncode((1,2)); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT mortonEncode(toUInt128(1), 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mortonEncode(true, 2);
SELECT hilbertEncode((1,2),1); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT hilbertDecode((1,2,3), 5); -- { serverError ARGUMENT_OUT_OF_BOUND }
