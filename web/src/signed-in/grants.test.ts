// @vitest-environment jsdom
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { readRequest } from '#signed-in/grants.ts';

const QUERY = { client_id: 'c', redirect_uri: 'http://127.0.0.1/back', response_type: 'code' };

test('drops other parameters and carries those of OAuth unchanged', () => {
  expect(readRequest({ ...QUERY, state: 'of the bot', prompt: 'consent' })).toEqual({ ...QUERY, state: 'of the bot' });
  expect(readRequest({ ...QUERY, state: 12 })).toEqual({ ...QUERY, state: '12' });
});

test.each([
  ['missing', { client_id: 'c', response_type: 'code' }, 'redirect_uri'],
  ['given twice', { ...QUERY, client_id: ['c', 'd'] }, 'client_id'],
  ['too long', { ...QUERY, state: 's'.repeat(501) }, 'state'],
])('a parameter that is %s is named', (_what, search, parameter) =>
  expect(() => readRequest(search)).toThrow(
    expect.objectContaining({ code: 'OAuthRequestInvalid', facts: { parameter } }),
  ),
);

test.each(['1e5', '007', '12345678901234567890', '"x"', 'true', '{"a":1}', 'a b+c', '0.10'])(
  'a state of %s survives the router’s reading and writing of addresses',
  (state) => {
    const parse = parseSearchWith((value) => value);
    const write = stringifySearchWith(JSON.stringify);
    const address = `?${new URLSearchParams({ ...QUERY, state })}`;
    const again = parse(write(parse(address)));
    expect(readRequest(again).state).toBe(state);
  },
);
