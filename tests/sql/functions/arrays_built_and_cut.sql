-- Arrays made, cut, searched, sorted and folded.
SELECT length([1,2,3]), length([]), empty([]), notEmpty([1]), length(map('a',1)), empty(map('a',1));
SELECT reverse([1,2,3]), concat([1],[2,3]), toTypeName(concat([1],[2,300]));
SELECT range(5), range(2,5), range(0,10,3), range(5,0,-2), toTypeName(range(5)), toTypeName(range(toInt8(-1),5)), range(0);
SELECT range(number) FROM numbers(3);
SELECT range(0,5,0); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT range(-1); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT has([1,2,3],2), has([1,NULL],NULL), has([],1), has(['a'],'b'), has([1,NULL],5), has([1.5],1.5);
SELECT hasAny([1,2],[2,3]), hasAll([1,2,3],[1,3]), hasSubstr([1,2,3,4],[2,3]), hasSubstr([1,2,3],[3,2]), hasAll([],[]), hasAny([],[]), hasAll([1,NULL],[NULL]), hasSubstr([1],[]);
SELECT indexOf([1,2,2],2), countEqual([1,2,2],2), indexOf([1,NULL,2],NULL), countEqual([1,NULL,NULL],NULL), indexOf([1],5), toTypeName(indexOf([1],5));
SELECT arrayConcat([1],[2],[3,4]), arrayConcat([1],[NULL]), arrayPushBack([1],2), arrayPushFront([1],0), arrayPushBack([1],300), toTypeName(arrayPushBack([1],300)), arrayPopBack([1,2]), arrayPopFront([1,2]), arrayPopBack([]), arrayPushBack(['a'],NULL);
SELECT arraySlice([1,2,3,4],2), arraySlice([1,2,3,4],2,2), arraySlice([1,2,3,4],-2), arraySlice([1,2,3,4],-3,2), arraySlice([1,2,3,4],1,-1), arraySlice([1,2,3,4],2,-1), arraySlice([1,2],5), arraySlice([1,2,3],0), arraySlice([1,2,3,4,5],-3,-1), arraySlice([1,2,3],NULL,2);
SELECT arrayResize([1,2],4), arrayResize([1,2,3],2), arrayResize([1],3,7), arrayResize([1,2,3],-2), arrayResize([1,2],-4,0), arrayResize(['a'],2);
SELECT arrayReverse([1,2,3]), arrayDistinct([1,2,1,NULL,NULL]), arrayUniq([1,2,1]), arrayUniq([1,2,1],[1,2,2]), arrayCompact([1,1,2,2,1]), arrayCompact([1,NULL,NULL,2]), arrayFlatten([[1],[2,3]]), flatten([[[1]],[[2],[3]]]), arrayUniq([1,NULL,NULL]);
SELECT arrayEnumerate([5,6]), arrayEnumerateUniq([5,6,5]), arrayEnumerateDense([5,6,5]), arrayEnumerateUniq([1,1],[1,2]), toTypeName(arrayEnumerate([5,6]));
SELECT arrayZip([1,2],['a','b']), toTypeName(arrayZip([1,2],['a','b'])), arrayZipUnaligned([1],[2,3]);
SELECT arrayZip([1],[2,3]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT arraySort(arrayIntersect([1,2,3],[2,3,4])), arraySort(arrayUnion([1,2],[2,3])), arrayExcept([1,2,3],[2]), arraySort(arraySymmetricDifference([1,2],[2,3])), arrayDifference([1,2,4]), arrayCumSum([1,2,3]), arrayCumSumNonNegative([1,-5,3]), toTypeName(arrayDifference([1,2])), toTypeName(arrayCumSum([1,2]));
SELECT arraySum([1,2,3]), arrayAvg([1,2,3]), arrayMin([1,2,3]), arrayMax([1,2,3]), arrayProduct([1,2,3]), arraySum([]), toTypeName(arraySum([1])), toTypeName(arrayAvg([1])), arraySum([1.5,2]), toTypeName(arrayProduct([1])), toTypeName(arrayMin([1])); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayAvg([]), arrayMin([]), arrayMin(CAST([] AS Array(UInt8))); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayReduce('sum',[1,2,3]), arrayReduce('max',['a','b']), arrayReduce('uniq',[1,1,2]), arrayReduce('quantile(0.5)',[1,2,3]), arrayReduce('groupArray',[1,2]), arrayReduce('argMax',[1,2],[5,4]), arrayReduce('sumIf',[1,2,3],[1,0,1]);
SELECT arrayReduceInRanges('sum',[(1,2),(2,3)],[1,2,3,4,5]);
SELECT arrayWithConstant(3,'x'), arrayWithConstant(0,1), emptyArrayUInt8(), emptyArrayString(), emptyArrayToSingle([]::Array(UInt8)), emptyArrayToSingle([1,2]), toTypeName(emptyArrayDate());
SELECT arrayShiftLeft([1,2,3],1), arrayShiftRight([1,2,3],1,9), arrayRotateLeft([1,2,3],1), arrayRotateRight([1,2,3],1), arrayShiftLeft([1,2,3],-1), arrayRotateLeft([1,2,3],-4), arrayShiftLeft([1,2,3],5);
SELECT arrayMap(x -> x*2,[1,2,3]), arrayMap((x,y)->x+y,[1,2],[3,4]), arrayMap(x -> arrayMap(y -> x+y,[10,20]),[1,2]), arrayMap(x->toString(x),[1,2]), toTypeName(arrayMap(x->x/2,[1])), arrayMap((x,y)->(x,y),[1],['a']), arrayMap(x -> 1, []);
SELECT arrayMap(x -> x + number, [1,2]) FROM numbers(3);
SELECT arrayMap((x,y)->x+y,[1,2],[3]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT arrayMap(x -> x.1 + x.2, [(1,2),(3,4)]), arrayMap((a,b) -> a+b, [(1,2),(3,4)]), arrayMap(toString,[1,2]);
SELECT arrayFilter(x -> x>1,[1,2,3]), arrayFilter((x,y)->y,[1,2,3],[1,0,1]), arrayFilter(x->NULL,[1]), arrayFilter(x -> x LIKE 'a%', ['ab','b']), arrayFilter(x -> x % 2, [1,2,3]);
SELECT arrayExists(x->x>2,[1,2,3]), arrayAll(x->x>0,[1,2]), arrayCount(x->x>1,[1,2,3]), arrayCount([1,0,1]), arrayExists([0,1]), arrayAll([1,1]), arrayExists(x->x,[]), arrayAll(x->x,[]);
SELECT arrayFirst(x->x>1,[1,2,3]), arrayLast(x->x<3,[1,2,3]), arrayFirstIndex(x->x>1,[1,2,3]), arrayLastIndex(x->x<3,[1,2,3]), arrayFirst(x->x>10,[1]), arrayFirstOrNull(x->x>10,[1]), arrayLastOrNull(x->x>0,[1,2]), arrayFirstIndex(x->x>10,[1]);
SELECT arraySort([3,1,2]), arraySort(x->-x,[3,1,2]), arrayReverseSort([3,1,2]), arraySort((x,y)->y,['a','b','c'],[3,1,2]), arraySort([1,NULL,nan,inf]), arrayReverseSort([1,NULL,nan,inf]), arrayReverseSort(x->-x,[3,1,2]), arraySort(['b','a']), arraySort([[2],[1,5],[1]]), arraySort([(2,'a'),(1,'b')]);
SELECT arrayFold((acc,x)->acc+x,[1,2,3],toInt64(10)), arrayFold((acc,x)->concat(acc,x),['a','b'],''), arrayFold((acc,x,y)->acc+x*y,[1,2],[3,4],toInt64(0));
SELECT arrayFill(x->x>2,[1,3,2,5,1]), arrayReverseFill(x->x>2,[1,3,2,5,1]), arrayFill(x->not isNull(x),[1,NULL,3]);
SELECT arraySplit(x->x=3,[1,2,3,4]), arrayReverseSplit(x->x=3,[1,2,3,4]), arraySplit((x,y)->y,[1,2,3],[1,0,1]), arraySplit(x->x,[]::Array(UInt8));
SELECT arraySum(x->x*2,[1,2]), arrayAvg(x->x*2,[1,2]), arrayMin(x->-x,[1,2]), arrayMax(x->-x,[1,2]), arrayCumSum(x->x*2,[1,2]), arraySum((x,y)->x*y,[1,2],[3,4]), arrayDifference(x->x*x,[1,2,3]), arrayProduct(x->x+1,[1,2]), arrayCumSumNonNegative(x->-x,[1,2]);
SELECT arrayMap(x -> x, NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arraySum(['a']); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT has(1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayFilter(x -> 'a', [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayMap(x -> x + 1, 5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayConcat(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayDistinct(['a','b','a']), arrayDistinct([1.5,nan,nan]), arrayUniq([nan,nan]);
