-- Arrays cut, turned and compared.
SELECT arrayTranspose([[1,2],[3,4]]), arrayTranspose([[]]), arrayTranspose([[1,2,3]]), toTypeName(arrayTranspose([['a']]));
SELECT arrayTranspose([[1],[1,2]]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT arrayTranspose([1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayTranspose([]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayFlattenedLength([[1,2],[3]]), arrayFlattenedLength([1,2]), toTypeName(arrayFlattenedLength([[1]])), arrayFlattenedLength([]);
SELECT arrayFlattenedLength(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayTopK(3,[1,5,2,7,3]), arrayTopK(2,['b','a','c']), arrayTopK(0,[1]), arrayTopK(3,[1,NULL,2]), toTypeName(arrayTopK(3,[1,NULL,2])), arrayTopK(x->-x, 2, [1,2,3]), arrayTopK((x,y)->y, 2, [1,2,3],[3,1,2]), arrayTopK(2,[1,nan,3]), arrayBottomK(2,[1,nan,3]),arrayBottomK(3,[1,5,2,7,3]), arrayBottomK(3,[nan]);
SELECT arrayTopK(-1,[1]); -- { serverError BAD_ARGUMENTS }
SELECT arrayTopK('a',[1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayTopK([1],1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayLevenshteinDistance([1,2,4],[1,2,3]), arrayLevenshteinDistance([],['a']), arrayLevenshteinDistance([1,2,3],[]), toTypeName(arrayLevenshteinDistance([1],[2])), arrayLevenshteinDistance([1,NULL],[NULL]), arrayLevenshteinDistance(['a','b'],['b']);
SELECT arrayLevenshteinDistance([1],['a']);
SELECT arrayLevenshteinDistanceWeighted(['A','B','C'],['A','K','L'],[1.0,2,3],[3.0,4,5]), arraySimilarity(['A','B','C'],['A','K','L'],[1.0,2,3],[3.0,4,5]), arraySimilarity([],[],[]::Array(Float64),[]::Array(Float64)), toTypeName(arraySimilarity([1],[1],[1],[1]));
SELECT arrayLevenshteinDistanceWeighted([1],[1],[1,2],[1]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT arrayShingles([1,2,3,4],3), arrayShingles([1,2],2), toTypeName(arrayShingles(['a','b'],1));
SELECT arrayShingles([1,2],3); -- { serverError BAD_ARGUMENTS }
SELECT arrayShingles([1,2],0); -- { serverError BAD_ARGUMENTS }
SELECT arrayShingles([],1); -- { serverError BAD_ARGUMENTS }
SELECT arrayShingles([1,2],-1); -- { serverError BAD_ARGUMENTS }
SELECT arrayShingles([1,2],'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayShingles(5, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayShingles([1,2,3], 2.5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayShingles([1,2,3], NULL);
SELECT arrayShingles(materialize([1,2,3]), materialize(2));
SELECT arrayTopK(x -> if(x=1,NULL,x), 2, [1,2,3]), toTypeName(arrayTopK(x -> if(x=1,NULL,x), 2, [1,2,NULL])), arrayTopK(materialize(1),[2,3]), arrayTopK(x->1, 2, [3,1,2]), arrayBottomK(x->1,2,[3,1,2]);
SELECT arrayTopK(NULL,[1]);
SELECT arrayTopK(2,NULL);
SELECT arrayTopK(toUInt128(1),[1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayTopK(2.5,[1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayTopK(toNullable(2),[1,2,3]);
SELECT arrayTopK(2, [(1,2),(0,3)]);
SELECT arrayTopK(1000000000000,[1]);
SELECT arrayTopK(2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT arrayTopK(2,[]), toTypeName(arrayTopK(2,[]));
SELECT arrayTranspose(NULL);
SELECT arrayTranspose([[1,NULL]]), arrayTranspose(materialize([['a'],['b']])), arrayFlattenedLength(NULL), arrayFlattenedLength([[[1,2],[]],[]]), arrayFlattenedLength([NULL,1]);
SELECT arrayFlattenedLength(map('a',1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayFlattenedLength('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayLevenshteinDistanceWeighted([1,2,3,4],[4,2,1],[0.1,0.2,0.3,0.4],[1.5,2.5,3.5]), arrayLevenshteinDistance([1,2,3,4,5],[5,3,1,2]);
