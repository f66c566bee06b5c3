import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accountItem, investorSnapshot, investorSubscribe, investorUpdate } from '#feeds/investor-feed.ts';
import { marketSnapshot, marketSubscribe, marketUpdate } from '#feeds/market-feed.ts';
import { acknowledgement, handshake, heartbeat, unauthorized } from '#feeds/messages.ts';

describe('market feed', () => {
  test.each([
    [{ event: 'prices', codes: ['ZCEZ26'] }, true],
    [{ event: 'depth', codes: ['ZCEZ26'], afterSeq: 12 }, true],
    [{ event: 'prices', codes: [] }, false],
    [{ event: 'prices', codes: Array.from({ length: 1001 }, () => 'ZCEZ26') }, false],
    [{ event: 'account', codes: ['ZCEZ26'] }, false],
    [{ event: 'prices', codes: ['ZCEZ26'], accountId: 'a1' }, false],
    [{ event: 'prices', codes: '*' }, false],
    [{ event: 'prices', codes: ['ZCEZ26'], afterSeq: -1 }, false],
    [{ toString: 'foo' }, false],
    ['prices', false],
  ])('subscribe %j is %s', (request, good) => {
    expect(marketSubscribe.safeParse(request).success).toBe(good);
  });

  test('a quote change is a code and what changed; null means that there is none', () => {
    const items = [{ code: 'ZCEZ26', last: '457.75', lastLots: 2, bid: null, time: '2026-11-20T05:31:07.250Z' }];
    expect(marketUpdate.safeParse({ event: 'prices', seq: 7, items }).success).toBe(true);
    expect(marketUpdate.safeParse({ event: 'prices', seq: 7, items: [{ last: '457.75' }] }).success).toBe(false);
    expect(marketSnapshot.safeParse({ event: 'prices', seq: 7, items }).success).toBe(false);
  });
});

describe('investor feed', () => {
  test.each([
    [{ event: 'account', accountId: 'a1' }, true],
    [{ event: 'account', accountId: 'a1', afterSeq: 3 }, true],
    [{ event: 'account' }, false],
    [{ event: 'account', accountId: 'acc:*' }, false],
    [{ event: 'account', accountId: 'a1', afterSeq: 2 ** 53 }, false],
  ])('subscribe %j is %s', (request, good) => {
    expect(investorSubscribe.safeParse(request).success).toBe(good);
  });

  test('an item is one of its kinds', () => {
    expect(accountItem.safeParse({ kind: 'balance', balance: {} }).success).toBe(false);
  });
});

test('an acknowledgement is a seq or a code', () => {
  expect(acknowledgement.safeParse({ ok: true, seq: 4 }).success).toBe(true);
  expect(acknowledgement.safeParse({ ok: false, code: 'NotFound' }).success).toBe(true);
  expect(acknowledgement.safeParse({ ok: false, seq: 4 }).success).toBe(false);
});

test.each([
  ['marketSnapshot', marketSnapshot],
  ['marketUpdate', marketUpdate],
  ['investorSnapshot', investorSnapshot],
  ['investorUpdate', investorUpdate],
  ['heartbeat', heartbeat],
  ['unauthorized', unauthorized],
  ['handshake', handshake],
])('%s can be written as JSON Schema', (_name, schema) => {
  expect(() => z.toJSONSchema(schema)).not.toThrow();
});
