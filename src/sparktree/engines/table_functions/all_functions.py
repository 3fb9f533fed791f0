"""Every table function whose rows are no table's."""

from sparktree.engines.table_functions import computed as computed
from sparktree.engines.table_functions import data_functions as data_functions
from sparktree.engines.table_functions import values as values
