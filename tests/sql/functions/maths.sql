-- Mathematics, rounding, bits, conditions.
SELECT exp(1), exp2(3), exp10(2), log(2.718281828459045), ln(1), log2(8), log10(1000), sqrt(16), cbrt(27), pow(2,10), power(2,0.5), sqrt(-1), log(0), log(-1), toTypeName(exp(1)), toTypeName(sqrt(toFloat32(2)));
SELECT sign(-5), sign(0), sign(2.5), sign(toDecimal32(-1,2)), toTypeName(sign(5)), e(), pi(), factorial(5), factorial(0), toTypeName(factorial(5)), degrees(pi()), radians(180);
SELECT factorial(21); -- { serverError BAD_ARGUMENTS }
SELECT factorial(-1);
SELECT erf(0.5), erfc(0.5), tgamma(5), lgamma(5), erf(0), erf(-2);
SELECT gcd(12,18), lcm(12,18), gcd(-12,18), toTypeName(gcd(toUInt8(1),toUInt16(2))), gcd(0,5), lcm(4,6); -- { serverError ILLEGAL_DIVISION }
SELECT isFinite(1), isFinite(inf), isInfinite(inf), isNaN(nan), isNaN(1), ifNotFinite(inf,42), ifNotFinite(1.5,42), toTypeName(ifNotFinite(1.5,42));
SELECT round(2.5), round(3.5), round(-2.5), round(1.245,2), round(15,-1), round(25,-1), round(123.456,1), round(toDecimal32(1.255,3),2), toTypeName(round(toDecimal32(1.255,3),2)), round(toDecimal32(2.5,1)), round(5), round(toInt8(127),-1), round(toUInt8(255),-2);
SELECT roundBankers(2.5), roundBankers(3.5), roundBankers(toDecimal32(2.5,1)), roundBankers(25,-1), roundBankers(10.755,2);
SELECT floor(1.7), floor(-1.2), ceil(1.2), ceiling(-1.7), trunc(1.7), truncate(-1.7), floor(123.456,1), ceil(123.456,-1), trunc(123.456,2), floor(15,-1), ceil(15,-1), floor(toDecimal32(1.25,2),1), floor(-15,-1), trunc(-15,-1), toTypeName(floor(toFloat32(1.5))), toTypeName(floor(5)), floor(1.5,0);
SELECT roundToExp2(100), roundToExp2(0), roundToExp2(-5), roundToExp2(5.5), roundDuration(100), roundDuration(0), roundAge(20), roundAge(0), roundAge(60), roundDown(5,[1,3,6]), roundDown(0,[1,3]), toTypeName(roundDuration(1)), toTypeName(roundAge(1));
SELECT bitAnd(12,10), bitOr(12,10), bitXor(12,10), bitNot(5), bitShiftLeft(1,4), bitShiftRight(16,2), bitRotateLeft(129,1), bitRotateRight(129,1), toTypeName(bitNot(5)), toTypeName(bitAnd(1,300)), bitNot(toInt8(5)), toTypeName(bitShiftLeft(1,4)), bitShiftLeft(200,1), bitShiftLeft(toUInt8(1),9), bitAnd(-1,255), toTypeName(bitAnd(-1,255)), bitXor(toInt64(-1),5);
SELECT intExp2(5), intExp10(3), max2(1,2), min2(1,2), widthBucket(5,0,10,5), widthBucket(-1,0,10,5), widthBucket(100,0,10,5), toTypeName(widthBucket(5,0,10,5)), toTypeName(intExp2(3));
SELECT nullIf(1,1), nullIf(1,2), toTypeName(nullIf(1,2)), greatest(1,2,3), least(3,1,2), greatest('a','b'), least(1,NULL), greatest(1,2.5), toTypeName(greatest(1,300)), greatest(toDate('2024-01-01'),toDate('2025-01-01')), clamp(5,1,3), isNotDistinctFrom(NULL,NULL), isDistinctFrom(1,NULL), isZeroOrNull(0), isZeroOrNull(NULL), nullIf('a','b'), nullIf(NULL,1);
SELECT transform(1,[1,2],['a','b'],'c'), transform(5,[1,2],['a','b'],'c'), transform(2,[1,2],[10,20]), transform(7,[1,2],[10,20]), transform('x',['x'],['y']), toTypeName(transform(1,[1],[300],5)), transform(number,[0,1],['z','o'],'?') FROM numbers(3);
SELECT caseWithExpression(1,1,'a',2,'b','c'), CASE 2 WHEN 1 THEN 'a' WHEN 2 THEN 'b' END, CASE WHEN 1 THEN 2 END, CASE NULL WHEN NULL THEN 1 ELSE 2 END, CASE number WHEN 0 THEN 'z' ELSE 'n' END FROM numbers(2);
SELECT firstNonDefault(0,5), firstNonDefault('', 'a'), toNullable(1), assumeNotNull(toNullable(5)), isNull(NULL), isNotNull(1), ifNull(NULL,5), coalesce(NULL,NULL,3), isNullable(toNullable(1)), isNullable(1);
SELECT if(1,2,3), if(NULL,1,2), if(0,'a',NULL), toTypeName(if(1,1,-1)), toTypeName(if(1,1,NULL)), multiIf(0,1,1,2,3), multiIf(NULL,1,2), if(1,[1],[300]), if(1,(1,'a'),(2,'b')), toTypeName(if(1,1,1.5)), toTypeName(if(number > 0, 1, 300)) FROM numbers(1);
SELECT and(1,1), or(0,1), xor(1,1,1), not(1), and(1,NULL), or(1,NULL), or(0,NULL), not(NULL), toTypeName(and(true,true)), toTypeName(not(true)), and(5,0.5), toTypeName(and(1,1));
SELECT rand() >= 0, rand64() >= 0, rand32() > 0, randCanonical() < 1, length(randomString(5)), length(randomFixedString(7)), toTypeName(randomFixedString(7)), length(randomPrintableASCII(4)), randUniform(1,2) between 1 and 2, toTypeName(randNormal(0,1)), toTypeName(rand()), toTypeName(randConstant()), toTypeName(randPoisson(3)), toTypeName(randBernoulli(0.5)), length(fuzzBits('abc',0.1)), toTypeName(randExponential(1)), length(randomStringUTF8(3)) > 0;
SELECT count(DISTINCT rand64()) FROM numbers(100);
SELECT count(DISTINCT rand(1)), count(DISTINCT randConstant()) FROM numbers(10);
SELECT countIf(x = y) FROM (SELECT rand64(1) x, rand64(2) y FROM numbers(100));
