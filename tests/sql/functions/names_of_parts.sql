-- What the names of parts tell.
SELECT mergeTreePartInfo('all_12_25_7_4'), toTypeName(mergeTreePartInfo('all_12_25_7_4'));
SELECT mergeTreePartInfo('all_12_25_7'), mergeTreePartInfo('20240101_1_1_0');
SELECT mergeTreePartInfo('x'); -- { serverError BAD_ARGUMENTS }
SELECT mergeTreePartInfo('merge-not-byte-identical_all_1_1_0');
SELECT isMergeTreePartCoveredBy('all_12_25_7_4','all_7_100_10_20'), isMergeTreePartCoveredBy('all_7_100_10_20','all_12_25_7_4'), toTypeName(isMergeTreePartCoveredBy('all_7_100_10_20','all_12_25_7_4')), isMergeTreePartCoveredBy('a_1_1_0','b_1_2_1');
SELECT isMergeTreePartCoveredBy('x','all_12_25_7_4'); -- { serverError BAD_ARGUMENTS }
SELECT isMergeTreePartCoveredBy(5,'all_12_25_7_4'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mergeTreePartInfo('attaching_all_1_1_0_5_tryN');
SELECT mergeTreePartInfo('all_1_1_0_try1');
SELECT mergeTreePartInfo('broken-on-start_20240101_1_1_0_7_try2');
SELECT mergeTreePartInfo('foo_bar_all_1_1_0'); -- { serverError BAD_ARGUMENTS }
SELECT mergeTreePartInfo('deleting_all_1_1_0_try1'), mergeTreePartInfo('attaching_all_1_1_0');
SELECT mergeTreePartInfo('foo_all_1_1_0');
SELECT mergeTreePartInfo('all_-1_1_0');
SELECT mergeTreePartInfo('all_1_-1_0'); -- { serverError BAD_ARGUMENTS }
SELECT mergeTreePartInfo('all_1_1_99999999999'); -- { serverError BAD_ARGUMENTS }
SELECT mergeTreePartInfo(NULL), mergeTreePartInfo(toNullable('all_1_1_0'));
SELECT mergeTreePartInfo(materialize('all_1_1_0'));
SELECT isMergeTreePartCoveredBy('attaching_all_1_1_0','all_1_1_0');
