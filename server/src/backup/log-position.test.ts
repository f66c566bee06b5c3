import { describe, expect, test } from 'vitest';
import { positionText, readPosition, segmentName, segmentStart } from '#backup/log-position.ts';

const MEGABYTE = 1024 * 1024;

describe('positions in the log', () => {
  test.each(['0/0', '0/174B620', '16/B374D848', 'FFFFFFFF/FFFFFFFF'])('%s is read and written alike', (text) => {
    expect(positionText(readPosition(text))).toBe(text);
  });

  // As PostgreSQL's pg_walfile_name() says them.
  test.each([
    [1, '0/174B620', 16, '000000010000000000000001'],
    [2, '16/B374D848', 16, '0000000200000016000000B3'],
    [1, '1/0', 16, '000000010000000100000000'],
    [1, '0/FFFFFFFF', 16, '0000000100000000000000FF'],
    [1, '1/40000000', 1024, '000000010000000100000001'],
  ])('on timeline %i, %s lies in segments of %i MB in %s', (timeline, text, megabytes, name) => {
    expect(segmentName(timeline, readPosition(text), megabytes * MEGABYTE)).toBe(name);
  });

  test('a segment begins where it is divided', () => {
    expect(positionText(segmentStart(readPosition('16/B374D848'), 16 * MEGABYTE))).toBe('16/B3000000');
  });
});
