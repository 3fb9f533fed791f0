-- Scores of predictions in arrays.
SELECT arrayROCAUC([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1]), arrayROCAUC([1,1,2],[1,0,1]), arrayROCAUC([1],[1]), arrayROCAUC([1,2],[0,1],false), arrayROCAUC([nan,1,2],[0,1,1]), arrayROCAUC([1,2,3],[-1,1,1]);
SELECT arrayROCAUC([],[]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayROCAUC([1],[1,2]); -- { serverError BAD_ARGUMENTS }
SELECT arrayROCAUC([1,2],[0,1],1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayROCAUC(['a'],[1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayROCAUC([NULL,1],[1,0]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayROCAUC([toDecimal32(1,1)],[1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayROCAUC([1,2,3,4],[0,1,0,1],true,[1,2,3,4]), arrayROCAUC([1,2,3,4],[0,1,0,1],true,[0,0,2,2]), arrayROCAUC([1,2,3,4],[0,1,0,1],false,[1,2,3,4]);
SELECT arrayROCAUC([1,2,3,4],[0,1,0,1],true,[1,2,3]); -- { serverError BAD_ARGUMENTS }
SELECT arrayAUCPR([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1]), arrayAUCPR([1,1,2],[1,0,1]), arrayAUCPR([1],[1]), arrayAUCPR([1,2],[0,0]), arrayAUCPR([3,2,1,1,0],[1,0,1,0,1]), arrayAUCPR([nan,1],[1,0]), arrayAUCPR([5,4,3,2,1],[0,1,0,1,1]);
SELECT arrayAUCPR([1,2,3,4],[0,1,0,1],[1,2,3]), arrayAUCPR([1,2,3,4],[0,1,0,1],[0,0,2]);
SELECT arrayAUCPR([],[]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayNormalizedGini([0.9, 0.3, 0.8, 0.7],[6, 1, 0, 2]), arrayNormalizedGini([],[]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayAutocorrelation([1,2,3,4,5]), arrayAutocorrelation([10,20,10]), arrayAutocorrelation([5,5]), arrayAutocorrelation([]), arrayAutocorrelation([1,2,3,4],2), arrayAutocorrelation([1,2],10);
