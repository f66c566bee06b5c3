/** Checks what reaches a mailbox: by choice of its investor, their own letters too, part fills as one line. */
import { randomUUID } from 'node:crypto';
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stepUp } from '#test/fixtures/codes.ts';
import {
  AN_1,
  AN_2,
  BINH_1,
  type Browser,
  CODE,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

const SETTINGS = '/api/investor/notification-settings';

let platform: Platform;
let an: Browser;

beforeEach(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});
afterEach(() => platform.close());

async function mailbox(browser = an, accountId = AN_1): Promise<MailboxMessage[]> {
  return (await browser.get(`/api/notification/${accountId}/mailbox`)).json().items;
}

async function unread(accountId = AN_1): Promise<number> {
  return (await an.get(`/api/notification/${accountId}/mailbox/unread-count`)).json().unread;
}

async function place(quantity: number): Promise<string> {
  const terms = {
    contractCode: CODE,
    side: 'BUY',
    orderType: 'LIMIT',
    duration: 'DAY',
    limitPrice: '450.00',
    quantity,
  };
  const placed = await an.post(`/api/order/${AN_1}/place`, { clientOrderId: randomUUID(), ...terms });
  await platform.sequencer.settled();
  return placed.json().order.orderId;
}

async function fill(orderId: string, ...lots: number[]): Promise<void> {
  // At once, so that they may be in one batch of the journal.
  await Promise.all(lots.map((each) => platform.venue.fill(orderId, CODE, each, 1800)));
  await platform.sequencer.settled();
}

describe('part fills of an order', () => {
  test('are one line that counts up and ends as filled', async () => {
    const [first, other] = [await place(5), await place(2)];
    await fill(first, 1, 1);
    await fill(other, 1);
    await fill(first, 1);
    const told = async () => (await mailbox()).map(({ code, facts }) => [code, facts.filled ?? facts.lots]);
    expect(await told()).toEqual([
      ['OrderPartiallyFilled', 3],
      ['OrderPartiallyFilled', 1],
    ]);
    expect(await unread()).toBe(2);
    await fill(first, 1, 1);
    expect(await told()).toEqual([
      ['OrderFilled', 5],
      ['OrderPartiallyFilled', 1],
    ]);
    expect(await unread()).toBe(2);
  });
});

describe('the ways of a category', () => {
  test('are the defaults until somebody chooses', async () => {
    const { items } = (await an.get(SETTINGS)).json();
    expect(items.map(({ category }: { category: string }) => category)).toEqual([
      ...['ORDERS', 'MARGIN', 'EXPIRY', 'ALERTS', 'MONEY', 'COPYING', 'ACCOUNT', 'SECURITY'],
    ]);
    expect(items[0]).toEqual({
      category: 'ORDERS',
      mailbox: true,
      toast: false,
      push: true,
      mail: false,
      sms: false,
      telegram: false,
      zalo: false,
    });
    expect(items[7]).toEqual({
      category: 'SECURITY',
      mailbox: true,
      toast: true,
      push: true,
      mail: true,
      sms: false,
      telegram: false,
      zalo: false,
    });
  });

  test('without the mailbox nothing of it is listed or counted, and nothing is lost', async () => {
    await fill(await place(1), 1);
    expect(await unread()).toBe(1);
    const changed = await an.post(SETTINGS, { category: 'ORDERS', mailbox: false });
    expect(changed.json().items[0]).toMatchObject({ category: 'ORDERS', mailbox: false, push: true });
    expect(await mailbox()).toEqual([]);
    expect(await unread()).toBe(0);
    // "All read" is of what is shown.
    await an.post(`/api/notification/${AN_1}/mailbox/read-all`, {});
    await an.post(SETTINGS, { category: 'ORDERS', mailbox: true });
    expect(await mailbox()).toMatchObject([{ code: 'OrderFilled', isRead: false }]);
  });

  test('are each investor’s own', async () => {
    await an.post(SETTINGS, { category: 'ORDERS', mailbox: false });
    const binh = await signedIn(platform, 'binh@mua.demo');
    expect((await binh.get(SETTINGS)).json().items[0].mailbox).toBe(true);
  });

  test.each([
    ['SECURITY', 'mail'],
    ['SECURITY', 'mailbox'],
    ['MARGIN', 'mailbox'],
    ['MARGIN', 'mail'],
    ['ORDERS', 'sms'],
  ])('%s by %s is no choice', async (category, way) => {
    const refused = await an.post(SETTINGS, { category, [way]: false });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'BadRequest', facts: { field: way } }]);
  });
});

describe('a letter to an investor', () => {
  test('lies in the mailbox of each of their sub-accounts, and is read once', async () => {
    await stepUp(an);
    const set = await an.post('/api/investor/security/pin', { pin: '739152', isAskedForTrading: false });
    expect(set.statusCode).toBeLessThan(300);
    const [letter] = await mailbox();
    expect(letter).toMatchObject({ code: 'SecurityChanged', facts: { field: 'SECOND_SECRET' }, isRead: false });
    expect(await mailbox(an, AN_2)).toMatchObject([{ mailboxId: letter?.mailboxId }]);
    expect([await unread(AN_1), await unread(AN_2)]).toEqual([1, 1]);
    await an.post(`/api/notification/${AN_2}/mailbox/${letter?.mailboxId}/read`, {});
    expect([await unread(AN_1), await unread(AN_2)]).toEqual([0, 0]);
    const binh = await signedIn(platform, 'binh@mua.demo');
    expect(await mailbox(binh, BINH_1)).toEqual([]);
    const notTheirs = await binh.post(`/api/notification/${BINH_1}/mailbox/${letter?.mailboxId}/read`, {});
    expect(notTheirs.statusCode).toBe(404);
  });
});
