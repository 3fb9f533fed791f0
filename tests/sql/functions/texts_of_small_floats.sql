-- The shortest text of a Float32, also where two are equally near; tanh to its last digit.
SELECT toFloat32(64311768), toFloat32(186675008), toFloat32(1e10), toFloat32(16777216), toFloat32(33554434), toFloat32(4294967296), toFloat32(1e21), toFloat32(123456789012), toFloat32(1e-7), toFloat32(1.5e-5), -toFloat32(1029280832), toFloat32(nan), toFloat32(-inf), toFloat32(-0.);
SELECT toFloat32(139150.875), toFloat32(1.00390625), toFloat32(0.501953125), toFloat32(1508.65625), toFloat32(3485773.75), toFloat32(2743910.25);
SELECT arrayMap(x -> reinterpretAsFloat32(toUInt32(sipHash64(x))), range(200));
SELECT toFloat32(sipHash64(number) % 1000000000 / 128) FROM numbers(200);
SELECT toFloat32(number * 100100013), toNullable(toFloat32(number / 256)), toBFloat16(number * 1000003 / 256), toString(toFloat32(number * 1001 / 1024)) FROM numbers(50);
SELECT toFloat32(number * 100100013), [toFloat32(16777220)] FROM numbers(5) SETTINGS output_format_always_write_decimal_point_in_float_and_decimal = 1;
SELECT tanh(number / 7 - 7) FROM numbers(100);
SELECT tanh(-0.), tanh(inf), tanh(nan), tanh(-inf), tanh(1e-300), tanh(1e-10), tanh(toFloat32(0.5)), tanh(-1000), tanh(NULL);
