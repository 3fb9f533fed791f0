"""What ClickHouse's protocol tells since which revision; both sides go by the smaller one."""

from enum import IntEnum


class Revision(IntEnum):
    """Revisions of the protocol by what came with them; a name tells what is there from then on."""

    BLOCK_INFO = 51903
    TIME_ZONES = 54337  # of DateTime in the names of types
    DISPLAY_NAME = 54372
    PATCH = 54401
    WRITTEN_ROWS = 54420  # in Progress
    SETTINGS_AS_TEXT = 54429
    INTERSERVER_SECRET = 54441
    TRACE = 54442
    FORWARDED_FOR = 54443
    REFERER = 54447
    DEPTH = 54448
    START_TIME = 54449
    PROFILE_EVENTS = 54451
    PARALLEL_REPLICAS = 54453
    FORMS = 54454  # of the values of a column: as usual, sparse, ...
    EVENTS_OF_BLOCKS = 54456  # of an INSERT: each is acknowledged by ProfileEvents
    ADDENDUM = 54458
    PARAMETERS = 54459
    ELAPSED = 54460
    PASSWORD_RULES = 54461
    NONCE = 54462
    TOTAL_BYTES = 54463
    TIMEZONE_UPDATE = 54464
    ROWS_BEFORE_AGGREGATION = 54469
    CHUNKS = 54470
    PARALLEL_REPLICAS_VERSION = 54471
    ROLES = 54472
    SERVER_SETTINGS = 54474
    SCRIPT_LINES = 54475
    TOKENS = 54476
    PLAN_VERSION = 54477
    CLUSTER_FUNCTION = 54479
    BUCKETS = 54480  # in the facts about a block
    COMPRESSED_LOGS = 54481
    AGENT = 54485
    AGENT_FLAG = 54486
    CLIENT_ROLES = 54488
    STRING_OFFSETS = 54492


OLDEST = 54412  # of a client that is served
NEWEST = Revision.CLUSTER_FUNCTION  # that is spoken
