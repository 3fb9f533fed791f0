"""Operations on whole partitions: by links and one commit, under locks of the partitions."""
