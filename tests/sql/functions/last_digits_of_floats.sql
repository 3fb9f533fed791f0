-- The last digits of powers, logarithms, sides and gamma: computed the way ClickHouse computes them.
SELECT exp10(0.3), exp10(-0.3), exp10(15.5), exp10(-19.9), exp10(-3), exp10(16), exp10(400), exp10(-400), exp10(inf), exp10(-inf), exp10(nan);
SELECT groupArray(exp10(number / 10 - 5)) FROM numbers(20);
SELECT exp2(0.5), exp2(-3), exp2(1024), exp2(-1075), exp2(-inf), exp2(nan);
SELECT groupArray(exp2(number / 7)) FROM numbers(20);
SELECT log10(0), log10(-1), log10(1000), log10(0.001), log10(inf), log10(nan);
SELECT groupArray(log10(number / 7 + 0.1)) FROM numbers(20);
SELECT hypot(3, 4), hypot(1e300, 1e300), hypot(1e-300, 1e-300), hypot(inf, nan), hypot(nan, 1), hypot(NULL, 1);
SELECT groupArray(hypot(number / 7, 2.5)), groupArray(hypot(if(number % 2 = 0, NULL, number), 1)) FROM numbers(10);
SELECT tgamma(2.5), tgamma(0), tgamma(-0.), tgamma(-1), tgamma(-1.5), tgamma(171.5), tgamma(172), tgamma(inf), tgamma(-inf), tgamma(nan);
SELECT groupArray(tgamma(number / 10 + 0.1)) FROM numbers(20);
