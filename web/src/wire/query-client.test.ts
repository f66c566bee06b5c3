import { expect, test } from 'vitest';
import { CallError } from '#wire/call.ts';
import { retryDelayMs, shouldRetry } from '#wire/query-client.ts';

const failure = (status: number | null) => new CallError({ code: 'DefaultError', facts: {}, status });

test.each([
  [0, failure(503), true],
  [2, failure(503), true],
  [3, failure(503), false],
  [0, failure(429), true],
  [0, failure(404), false],
  [0, failure(422), false],
  [0, failure(401), false],
  [0, failure(null), false],
  [0, new TypeError('a bug'), false],
])('after %s failures', (failures, error, retries) => expect(shouldRetry(failures, error)).toBe(retries));

test.each([
  [0, 500, 1000],
  [1, 1000, 2000],
  [4, 8000, 16_000],
  [5, 15_000, 30_000],
  [20, 15_000, 30_000],
])('the wait before retry %s', (failures, least, most) => {
  expect(retryDelayMs(failures, () => 0)).toBe(least);
  expect(retryDelayMs(failures, () => 1)).toBe(most);
});
