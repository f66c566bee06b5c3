import { expect, test } from 'vitest';
import { keptLogMb } from '#db/postmaster.ts';

const GB = 1024 ** 3;

test.each([
  ['a large disk', 1_000 * GB, 4_096],
  ['a small disk', 10 * GB, 1_024],
  ['hardly any', GB / 10, 64],
])('of %s, log is kept for a place of backups that is away', (_, bytes, mb) => {
  expect(keptLogMb(bytes)).toBe(mb);
});
