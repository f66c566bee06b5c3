import { LIMITS } from '@mua/contract/limits';
import { expect, test } from 'vitest';
import { type GrantDraft, grantSchema, newGrantDraft, toggled } from '#pages/authorize/grant-draft.ts';

const ALL = ['market', 'account', 'trade'] as const;
const DRAFT: GrantDraft = { accountIds: ['a'], maxLotsPerDay: '', contractCodes: [], days: '30' };

test('a single sub-account is preselected, several are not', () => {
  expect(newGrantDraft(['a']).accountIds).toEqual(['a']);
  expect(newGrantDraft(['a', 'b']).accountIds).toEqual([]);
});

test('sends no empty bounds, and those that were typed', () => {
  expect(grantSchema(ALL).parse(DRAFT)).toEqual({
    accountIds: ['a'],
    maxLotsPerDay: null,
    contractCodes: null,
    days: 30,
  });
  expect(grantSchema(ALL).parse({ ...DRAFT, maxLotsPerDay: '5', contractCodes: ['ZCEZ26'], days: '1' })).toEqual({
    accountIds: ['a'],
    maxLotsPerDay: 5,
    contractCodes: ['ZCEZ26'],
    days: 1,
  });
});

test('sends no sub-account for a program that only reads prices, and no bounds for one that can’t trade', () => {
  const typed = { ...DRAFT, maxLotsPerDay: 'x', contractCodes: ['ZCEZ26'] };
  expect(grantSchema(['market']).parse({ ...typed, accountIds: [] })).toMatchObject({ accountIds: [] });
  expect(grantSchema(['account']).parse(typed)).toMatchObject({ maxLotsPerDay: null, contractCodes: null });
});

test.each([
  [{ accountIds: [] }, ['accountIds']],
  [{ maxLotsPerDay: '0' }, ['maxLotsPerDay']],
  [{ maxLotsPerDay: '1,5' }, ['maxLotsPerDay']],
  [{ days: '0' }, ['days']],
  [{ days: String(LIMITS.oauthGrantDaysMax + 1) }, ['days']],
  [{ days: '' }, ['days']],
  [{ days: '1e1', accountIds: [] }, ['accountIds', 'days']],
])('%j is not sent', (part, fields) =>
  expect(
    grantSchema(ALL)
      .safeParse({ ...DRAFT, ...part })
      .error?.issues.map(({ path }) => path[0]),
  ).toEqual(fields),
);

test('choosing an item again removes it', () => {
  expect(toggled(toggled(['a'], 'b'), 'a')).toEqual(['b']);
});
