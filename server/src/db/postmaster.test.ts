import { expect, test } from 'vitest';
import { faultIn, logSettings } from '#db/postmaster.ts';

const GB = 1024 ** 3;

test.each([
  ['a large disk', 1_000 * GB, [1_024, 4_096]],
  ['a small disk', 10 * GB, [512, 1_024]],
  ['hardly any', GB / 10, [256, 64]],
])('of %s, the log has its share between checkpoints and for a place of backups that is away', (_, bytes, mb) => {
  const [between, kept] = mb;
  expect(logSettings(bytes)).toEqual([`max_wal_size=${between}MB`, `max_slot_wal_keep_size=${kept}MB`]);
});

test.each([
  [
    'another major version',
    [
      'FATAL:  database files are incompatible with server',
      'DETAIL:  The data directory was initialized by version 9.',
    ],
    'FATAL:  database files are incompatible with server',
  ],
  ['a damaged page', ['PANIC:  invalid page', 'LOG:  database system is shut down'], 'PANIC:  invalid page'],
  ['a folder that lacks a file', ['postgres: could not find the database system'], 'postgres: could not find'],
])('%s lasts', (_, lines, words) => {
  expect(faultIn(lines.join('\n'))).toEqual({ words: expect.stringContaining(words), isLasting: true });
});

test.each([
  [
    'a recovery that the kernel killed',
    [
      'FATAL:  the database system is starting up',
      'LOG:  startup process (PID 7) was terminated by signal 9: Killed',
      'LOG:  aborting startup due to startup process failure',
      'LOG:  database system is shut down',
    ],
  ],
  ['no process left', ['LOG:  could not fork "startup" process: Resource temporarily unavailable']],
  ['no memory left', ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'HINT:  less']],
  ['no space left', ['PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device']],
  ['a port that was taken', ['FATAL:  could not create any TCP/IP sockets']],
  ['no word', []],
])('%s may pass', (_, lines) => {
  expect(faultIn(lines.join('\n')).isLasting).toBe(false);
});
