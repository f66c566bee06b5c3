/** Who is told that the link to their exchange is down and back: whoever has a position or a live order, once, after a minute. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ExchangeLinkNotices, openExchangeLinkNotices } from '#notifications/exchange-link-notices.ts';
import { createInvestorMailbox } from '#notifications/investor-mailbox.ts';
import { limitOrder, type OrderHarness, openOrderHarness } from '#test/fixtures/order-harness.ts';
import { AN_1, AN_2, BINH_1, CODE, type Platform, startPlatform } from '#test/fixtures/platform.ts';

const [AN, BINH] = ['108C000001', '108C000002'];
const CHI_1 = '108C000003-01';
const MINUTE_MS = 60_000;
const LOST_AT = '2026-11-20T05:00:00.000Z';

let harness: OrderHarness;
let platform: Platform;
let notices: ExchangeLinkNotices;
let errors: unknown[];
/** So many letters more are not written. */
let failures: number;

beforeEach(async () => {
  // Without jobs of its own: those of this test can be ended and begun.
  harness = await openOrderHarness({ runsJobs: false });
  platform = harness.platform;
  errors = [];
  failures = 0;
  notices = await begin();
});
afterEach(async () => {
  await notices.close();
  await harness.close();
  expect(errors).toEqual([]);
});

function begin(): Promise<ExchangeLinkNotices> {
  const { database, sequencer, clock } = platform;
  const { writeAll } = createInvestorMailbox(sequencer, clock);
  return openExchangeLinkNotices({
    ...{ pool: database.pool, reads: database.pool, sequencer, clock },
    mailbox: {
      writeAll(...letters) {
        failures -= 1;
        return failures < 0 ? writeAll(...letters) : Promise.reject(new Error('not now'));
      },
    },
    onError: (error) => errors.push(error),
  });
}

/** The next start; what happens before it is seen by no one. */
async function beginAgain(meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  await notices.close();
  await meanwhile();
  notices = await begin();
}

async function passes(ms: number): Promise<void> {
  platform.clock.advanceBy(ms);
  await notices.settled();
}

const lose = (venue = 'simulated') => platform.sequencer.submit({ kind: 'loseVenue', venue, reason: 'cut' });

async function back(): Promise<void> {
  await platform.sequencer.submit({ kind: 'restartVenue', epoch: `stage-${platform.clock.nowMs()}` });
  await notices.settled();
}

/** An has a position and, in another sub-account, a live order; Bình a live order. */
async function holdSomething(): Promise<void> {
  platform.venue.fillAtTicks = 1800;
  await harness.place(limitOrder());
  platform.venue.fillAtTicks = null;
  await harness.place(limitOrder(), AN_2);
  await order(BINH_1);
  await platform.sequencer.settled();
}

async function order(accountId: string, { sequencer } = platform): Promise<void> {
  const terms = { side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantityLots: 1, limitPrice: '450.00' } as const;
  const id = `order of ${accountId}`;
  const names = { accountId, contractCode: CODE, orderId: id, clientOrderId: id };
  await sequencer.submit({ kind: 'placeOrder', ...names, ...terms });
  expect(sequencer.state.accounts.get(accountId)?.holdings.size).toBe(1);
}

async function told(): Promise<unknown[]> {
  const found = await platform.database.pool.query<{ account_id: string; record: { code: string; facts: object } }>(
    `select account_id, record from mailbox_message where record ->> 'code' like 'ExchangeLink%' order by ordinal`,
  );
  return found.rows.map(({ account_id: to, record: { code, facts } }) => [to, code, ...Object.values(facts)].join(' '));
}

const lostTo = (...to: (string | undefined)[]) => to.map((each) => `${each} ExchangeLinkLost ${LOST_AT}`);

describe('a lost link', () => {
  test('is told after a minute to whoever has a position or a live order, once each, and so is its return', async () => {
    await holdSomething();
    await lose();
    await passes(MINUTE_MS - 1);
    expect(await told()).toEqual([]);
    await passes(1);
    expect(await told()).toEqual(lostTo(AN, BINH));
    await lose();
    await passes(2 * MINUTE_MS);
    expect(await told()).toEqual(lostTo(AN, BINH));
    await back();
    const until = '2026-11-20T05:03:00.000Z';
    expect((await told()).slice(2)).toEqual([AN, BINH].map((to) => `${to} ExchangeLinkBack ${LOST_AT} ${until}`));
    await back();
    expect(await told()).toHaveLength(4);
    await lose();
    await passes(MINUTE_MS);
    expect((await told()).slice(4)).toEqual([AN, BINH].map((to) => `${to} ExchangeLinkLost ${until}`));
  });

  test('that is back within the minute is told to nobody', async () => {
    await holdSomething();
    await lose();
    await passes(MINUTE_MS - 1);
    await back();
    await passes(MINUTE_MS);
    expect(await told()).toEqual([]);
  });

  test('is nothing to those who trade at another exchange', async () => {
    const { submit } = platform.sequencer;
    const accountId = '108C000009-01';
    const person = { investorId: '108C000009', investorKind: 'individual', isDemo: false, isActivated: true } as const;
    await submit({ kind: 'restartVenue', venue: 'other', accounts: 'live', epoch: 'other-1' });
    await submit({ kind: 'openAccount', accountId, ...person });
    await submit({ kind: 'deposit', accountId, amountVnd: 1_000_000_000n, reference: 'own' });
    await order(accountId);
    await lose();
    await passes(MINUTE_MS);
    expect(await told()).toEqual([]);
    await lose('other');
    await passes(MINUTE_MS);
    expect(await told()).toEqual(['108C000009 ExchangeLinkLost 2026-11-20T05:01:00.000Z']);
  });

  test('leaves the page by the ways that its reader chose for orders', async () => {
    await holdSomething();
    await harness.an.post('/api/investor/notification-settings', { category: 'ORDERS', mail: true });
    await lose();
    await passes(MINUTE_MS);
    const found = await platform.database.pool.query(
      "select investor_id, channel from notice_delivery where code = 'ExchangeLinkLost'",
    );
    expect(found.rows).toEqual([{ investor_id: AN, channel: 'mail' }]);
  });
});

describe('a restart', () => {
  test('goes on counting from the loss, and tells nobody twice', async () => {
    await holdSomething();
    await lose();
    await passes(MINUTE_MS / 2);
    await beginAgain(async () => platform.clock.advanceBy(MINUTE_MS / 4));
    expect(await told()).toEqual([]);
    await passes(MINUTE_MS / 4);
    expect(await told()).toEqual(lostTo(AN, BINH));
    await beginAgain(() => order(CHI_1));
    expect(await told()).toEqual(lostTo(AN, BINH));
  });

  test('after more than the minute tells at once', async () => {
    await holdSomething();
    await beginAgain(async () => {
      await lose();
      platform.clock.advanceBy(MINUTE_MS);
    });
    expect(await told()).toEqual(lostTo(AN, BINH));
  });

  test('tells those who know of the loss that the link came back meanwhile, once', async () => {
    await holdSomething();
    await lose();
    await passes(MINUTE_MS);
    await beginAgain(back);
    await beginAgain();
    expect((await told()).slice(2)).toEqual([AN, BINH].map((to) => expect.stringContaining(`${to} ExchangeLinkBack`)));
  });

  test('tells nobody of what came and went before anybody was told', async () => {
    await holdSomething();
    await lose();
    await beginAgain(async () => {
      platform.clock.advanceBy(2 * MINUTE_MS);
      await back();
    });
    await passes(MINUTE_MS);
    expect(await told()).toEqual([]);
  });
});

describe('what could not be written', () => {
  test('is tried again, each in its turn', async () => {
    await holdSomething();
    await lose();
    failures = 2;
    await passes(MINUTE_MS);
    await passes(5_000);
    expect([errors.splice(0).length, await told()]).toEqual([2, []]);
    await passes(5_000);
    expect(await told()).toEqual(lostTo(AN, BINH));
    failures = 1;
    await back();
    await passes(5_000);
    expect(errors.splice(0)).toHaveLength(1);
    expect(await told()).toHaveLength(4);
  });

  test('is told to nobody once the link is back', async () => {
    await holdSomething();
    await lose();
    failures = 1;
    await passes(MINUTE_MS);
    expect(errors.splice(0)).toHaveLength(1);
    await back();
    await passes(MINUTE_MS);
    expect(await told()).toEqual([]);
  });
});

test('the process with the jobs tells', async () => {
  const whole = await startPlatform();
  await order(AN_1, whole);
  await whole.sequencer.submit({ kind: 'loseVenue', reason: 'cut' });
  whole.clock.advanceBy(MINUTE_MS);
  // Whichever of the two is faster.
  const next = await whole.startAgain();
  const found = await whole.database.pool.query(
    `select account_id from mailbox_message where record ->> 'code' = 'ExchangeLinkLost'`,
  );
  expect(found.rows).toEqual([{ account_id: AN }]);
  await next.close();
  await whole.close();
});
