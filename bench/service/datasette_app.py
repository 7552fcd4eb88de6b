# Datasette for the benchmark. Its command line runs one process; uvicorn can run this ASGI application on each core.
import os

from datasette import hookimpl
from datasette.app import Datasette
from datasette.plugins import pm

TRANSFER_BY_HASH = """
    select t.doc from transfer_hash h join transfer t on t.id = h.id
    where h.chain = 'mainnet' and h.hash = from_hex(substr(:hash, 3))
    order by h.ts desc, h.id desc limit 1
"""
SETTINGS = {
    "sql_time_limit_ms": 60000,
    "num_sql_threads": 3,
    "suggest_facets": False,
    "allow_facet": False,
    "default_cache_ttl": 0,
    "cache_size_kb": 64000,
}


class FromHex:
    """Adds the function `from_hex` to the SQL of the query."""

    @hookimpl
    def prepare_connection(conn):
        conn.create_function("from_hex", 1, bytes.fromhex, deterministic=True)


pm.register(FromHex)
queries = {"transfer_by_hash": {"sql": TRANSFER_BY_HASH}}
metadata = {"databases": {"service": {"queries": queries}}}
app = Datasette(immutables=[os.environ["FILE"]], settings=SETTINGS, metadata=metadata).app()
