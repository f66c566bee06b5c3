import { LIMITS } from '@mua/contract/limits';
import { expect, test } from 'vitest';
import { type GrantDraft, newGrantDraft, readGrant, toggled } from '#pages/authorize/grant-draft.ts';

const ALL = ['market', 'account', 'trade'] as const;
const DRAFT: GrantDraft = { accountIds: ['a'], maxLots: '', contractCodes: [], days: '30' };

test('one sub-account needs no choice, of several none is chosen beforehand', () => {
  expect(newGrantDraft(['a']).accountIds).toEqual(['a']);
  expect(newGrantDraft(['a', 'b']).accountIds).toEqual([]);
});

test('empty bounds are none, typed ones are sent', () => {
  expect(readGrant(DRAFT, ALL).bounds).toEqual({
    accountIds: ['a'],
    maxLotsPerDay: null,
    contractCodes: null,
    days: 30,
  });
  expect(readGrant({ ...DRAFT, maxLots: '5', contractCodes: ['ZCEZ26'], days: '1' }, ALL).bounds).toEqual({
    accountIds: ['a'],
    maxLotsPerDay: 5,
    contractCodes: ['ZCEZ26'],
    days: 1,
  });
});

test('a program that only reads prices gets no sub-account, one that can’t trade no bounds', () => {
  const typed = { ...DRAFT, maxLots: 'x', contractCodes: ['ZCEZ26'] };
  expect(readGrant({ ...typed, accountIds: [] }, ['market']).bounds).toMatchObject({ accountIds: [] });
  expect(readGrant(typed, ['account']).bounds).toMatchObject({ maxLotsPerDay: null, contractCodes: null });
});

test.each([
  [{ accountIds: [] }, ['accounts']],
  [{ maxLots: '0' }, ['lots']],
  [{ maxLots: '1,5' }, ['lots']],
  [{ days: '0' }, ['days']],
  [{ days: String(LIMITS.oauthGrantDaysMax + 1) }, ['days']],
  [{ days: '' }, ['days']],
  [{ days: '1e1', accountIds: [] }, ['accounts', 'days']],
])('%j is not sent', (part, faults) =>
  expect(readGrant({ ...DRAFT, ...part }, ALL)).toMatchObject({ bounds: undefined, faults }),
);

test('a choice is taken back by choosing again', () => {
  expect(toggled(toggled(['a'], 'b'), 'a')).toEqual(['b']);
});
