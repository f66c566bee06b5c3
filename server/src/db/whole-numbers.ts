/** How every connection reads bigint columns (int8), which are dong, seqs and milliseconds: exact, never through a float. */
import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
