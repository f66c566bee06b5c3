/** Checks the table of calls: it is up to date, and every call has a handler, a caller and a test. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CALLS, type Call, readCalls, tableOf } from './calls.ts';

const calls = readCalls();
const lacking = (what: (call: Call) => readonly string[]): string[] =>
  calls.filter((call) => what(call).length === 0).map(({ name }) => name);

/** Calls made by programs, monitoring and tests, not by the client or a command; each with its reason. */
const NO_CLIENT: Readonly<Record<string, string>> = {
  register: 'v1 stays for programs, the client signs up by v2',
  verifyRegistration: 'as above',
  resendRegistration: 'as above',
  uploadRegisterImage: 'before a sign-in; the client uploads after it',
  checkExists: 'the client asks by the two checks with a field of their own',
  createPersonalEkyc: 'the client saves the application step by step',
  updatePersonalEkyc: 'as above',
  createEnterpriseEkyc: 'as above',
  updateEnterpriseEkyc: 'as above',
  readAccount: 'the client has the list of accounts',
  readDeposit: 'the client has the list of deposits',
  readWithdrawRequest: 'the client has the list of requests',
  readServicePackage: 'the page compares it with the others and has them all',
  readContract: 'the client has the list of contracts',
  readCommodity: 'as above',
  searchOrders: 'the client filters by the query of the GET on the same path',
  listOrderHistories: 'the client has final orders in the same list',
  notifyOfPayment: 'banks',
  hearZalo: 'Zalo',
  makeSessions: 'benchmarks',
  moveClock: 'tests of a demo with a manual clock',
  readLive: 'monitoring',
  readReady: 'monitoring',
};

describe('calls', () => {
  test('the table is what `npm run calls` would write', () => {
    expect(readFileSync(CALLS, 'utf8')).toBe(tableOf(calls));
  });

  test('every call has a handler', () => expect(lacking(({ handlers }) => handlers)).toEqual([]));

  test('every call is made by the client or a command, except those with a stated reason', () => {
    expect(lacking(({ clients }) => clients)).toEqual(Object.keys(NO_CLIENT));
  });

  test('every call has a test of its own, besides those that cover every route', () => {
    expect(lacking(({ tests }) => tests)).toEqual([]);
  });
});
