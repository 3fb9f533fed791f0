-- Requirement: MT.BloomUDF.CreateFunction, MT.BloomUDF.Functions, MT.BloomUDF.BmSize, MT.BloomUDF.FalsePositive, MT.BloomUDF.GramNumber, MT.BloomUDF.Arity
CREATE FUNCTION bfEstimateFunctions
AS
(total_number_of_all_grams, size_of_bloom_filter_in_bits) -> round((size_of_bloom_filter_in_bits / total_number_of_all_grams) * log(2));

CREATE FUNCTION bfEstimateBmSize
AS
(total_number_of_all_grams, probability_of_false_positives) -> ceil((total_number_of_all_grams * log(probability_of_false_positives)) / log(1 / pow(2, log(2))));

CREATE FUNCTION bfEstimateFalsePositive
AS
(total_number_of_all_grams, number_of_hash_functions, size_of_bloom_filter_in_bytes) -> pow(1 - exp(-number_of_hash_functions / (size_of_bloom_filter_in_bytes / total_number_of_all_grams)), number_of_hash_functions);

CREATE FUNCTION bfEstimateGramNumber
AS
(number_of_hash_functions, probability_of_false_positives, size_of_bloom_filter_in_bytes) -> ceil(size_of_bloom_filter_in_bytes / (-number_of_hash_functions / log(1 - exp(log(probability_of_false_positives) / number_of_hash_functions))));

SELECT bfEstimateBmSize(4300, 0.0001) / 8 AS size_of_bloom_filter_in_bytes;
SELECT bfEstimateFunctions(4300, bfEstimateBmSize(4300, 0.0001)) AS number_of_hash_functions;
SELECT round(bfEstimateFalsePositive(4300, 13, 10304 * 8), 9);
SELECT bfEstimateGramNumber(13, 0.0001, 10304 * 8);
SELECT number, bfEstimateBmSize(number + 1, 0.01) FROM numbers(3) ORDER BY number;
SELECT toTypeName(bfEstimateBmSize(4300, 0.0001));
SELECT bfEstimateBmSize(4300); -- { serverError BAD_ARGUMENTS }
CREATE FUNCTION bfEstimateBmSize AS x -> x; -- { serverError FUNCTION_ALREADY_EXISTS }
CREATE FUNCTION IF NOT EXISTS bfEstimateBmSize AS x -> x;
CREATE OR REPLACE FUNCTION bfEstimateBmSize AS x -> x + 1;
SELECT bfEstimateBmSize(1);
DROP FUNCTION bfEstimateFunctions;
DROP FUNCTION bfEstimateBmSize;
DROP FUNCTION bfEstimateFalsePositive;
DROP FUNCTION bfEstimateGramNumber;
SELECT bfEstimateBmSize(1); -- { serverError UNKNOWN_FUNCTION }
DROP FUNCTION bfEstimateBmSize; -- { serverError UNKNOWN_FUNCTION }
DROP FUNCTION IF EXISTS bfEstimateBmSize;
