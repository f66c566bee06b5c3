/** Checks what two servers on one database write and do: one audit log, and each piece of work done once. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { LIMITS } from '@mua/contract/limits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HttpServer } from '#app/http-server.ts';
import { demandNotedRow } from '#audit/noted-end.ts';
import { ROUND_MS } from '#ground/jobs.ts';
import { asOwner, ownerPool } from '#test/fixtures/database.ts';
import { type StageWire, stageWire } from '#test/fixtures/gateways.ts';
import { GOOD_BODIES } from '#test/fixtures/good-requests.ts';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import { asked, notify, paymentOf } from '#test/fixtures/payments.ts';
import { askedWithdrawal } from '#test/fixtures/payouts.ts';
import {
  AN_1,
  Browser,
  CODE,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

let here: Platform;
let there: HttpServer;
let wire: StageWire;
let an: Browser;

beforeEach(async () => {
  wire = stageWire();
  here = await startPlatform({ neighbours: wire.end() });
  there = await here.openGateway(wire.end());
  an = await signedIn(there, 'an@mua.demo');
});
afterEach(async () => {
  await there.close();
  await here.close();
});

describe('the audit log', () => {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const verify = async (server: Pick<HttpServer, 'app'>) =>
    (await server.app.inject({ url: '/api/operator/audit/verification', headers })).json();
  const signInWrongly = (server: Pick<HttpServer, 'app'>, name: string) => new Browser(server).signIn(name, 'wrong');
  const note = async (): Promise<void> => {
    const before = here.sequencer.state.auditEnd?.auditId ?? 0;
    here.wall.advanceBy(5_000);
    await vi.waitFor(() => expect(here.sequencer.state.auditEnd?.auditId).toBeGreaterThan(before));
  };
  /** As whoever owns the database could, with the guard off. */
  const tamper = async (statement: string): Promise<void> => {
    await asOwner(here.database, 'alter table audit_row disable trigger audit_row_stays');
    await asOwner(here.database, statement);
    await asOwner(here.database, 'alter table audit_row enable trigger audit_row_stays');
  };

  test('is one chain, whole at both, with every row, however many are written at once', async () => {
    const { rows: before } = await verify(here);
    const names = Array.from({ length: 40 }, (_, place) => `nobody-${place}@mua.demo`);
    await Promise.all(names.map((name, place) => signInWrongly(place % 2 === 0 ? here : there, name)));
    for (const server of [here, there])
      expect(await verify(server)).toMatchObject({ rows: before + names.length, firstBroken: null });
  });

  test('names rows that the other has written and that were changed, cut off, or cut off and written anew', async () => {
    await signInWrongly(there, 'a');
    await note();
    const { rows } = await verify(here);
    await signInWrongly(there, 'b');
    await tamper(`update audit_row set status = 200 where audit_id = ${rows}`);
    for (const server of [here, there]) expect((await verify(server)).firstBroken).toBe(rows);
    await tamper(`delete from audit_row where audit_id >= ${rows}`);
    for (const server of [here, there]) expect((await verify(server)).firstBroken).toBe(rows);
    await expect(demandNotedRow(here.database.writer, here.sequencer.state.auditEnd)).rejects.toThrow(`row ${rows}`);
  });

  test('is noted in the journal by one of them, with the rows of the other', async () => {
    await signInWrongly(there, 'a');
    await note();
    const { rows, notedRows } = await verify(there);
    expect(notedRows).toBe(rows);
    const { seq } = here.sequencer.state;
    // A second word of the same row would be a bug to the engine, and end it.
    await there.close();
    expect(here.sequencer.state.seq).toBe(seq);
    there = await here.openGateway(wire.end());
  });
});

test('figures of jobs are told where the jobs are: elsewhere they would stand for ever, which is an alarm', async () => {
  const figuresOf = async ({ app }: Pick<HttpServer, 'app'>) => (await app.inject({ url: '/metrics' })).body;
  expect(await figuresOf(here)).toContain('mua_scrub_completed_seconds 0');
  expect(await figuresOf(there)).toContain('mua_journal_seq');
  expect(await figuresOf(there)).not.toMatch(/mua_(scrub|journal_damaged|ledger)/);
});

/** Payments that stand in the ledger. */
async function posted(): Promise<number | null> {
  const { rowCount } = await here.database.pool.query(
    `select from ledger_posting where account_id = $1 and type = 'deposit' and reference <> 'demo'`,
    [AN_1],
  );
  return rowCount;
}

test('a payment that both are told of while its posting is under way is credited once', async () => {
  const payment = paymentOf(here, await asked(an, AN_1));
  const hold = 'lock table journal_batch in exclusive mode';
  const both = await whileHeld(ownerPool(here.database), hold, async (untilWaiting) => {
    const told = [notify(there, payment), notify(here, payment)];
    await untilWaiting(1);
    // The other has looked for a posting as well, if it looks at all.
    await told[0];
    return told;
  });
  const statuses = (await Promise.all(both)).map((reply) => reply.json().status);
  expect([statuses, await posted()]).toEqual([['MATCHED', 'CREDITED'], 1]);
});

test('a withdrawal whose gateway ended before the engine heard of it is held in the next round', async () => {
  const requestId = await askedWithdrawal(here, AN_1);
  here.clock.advanceBy(ROUND_MS);
  await vi.waitFor(() => expect(here.sequencer.state.accounts.get(AN_1)?.withdrawals.has(requestId)).toBe(true));
});

describe.each([
  ['at once by word', false],
  ['in its round where no word comes', true],
])('work that a gateway writes down is done %s', (_name, isCut) => {
  beforeEach(() => {
    wire.isCut = isCut;
  });
  const round = async (): Promise<void> => {
    await wire.heard();
    if (isCut) here.clock.advanceBy(ROUND_MS);
  };

  test('a payment is credited, once', async () => {
    const payment = paymentOf(here, await asked(an, AN_1));
    // Again and again, as banks do, and at both; at one only where the other could not know of it.
    const told = [there, there, ...(isCut ? [] : [here, here])].map((server) => notify(server, payment));
    for (const { statusCode } of await Promise.all(told)) expect(statusCode).toBe(200);
    await round();
    await vi.waitFor(async () => expect(await posted()).toBe(1));
    await vi.waitFor(async () => expect((await notify(there, payment)).json()).toMatchObject({ status: 'CREDITED' }));
    expect(await posted()).toBe(1);
  });

  test('a price alert is watched, moved and given up', async () => {
    const path = `/api/notification/${AN_1}/alerts`;
    const trade = async (priceTicks: number): Promise<void> => {
      here.market.trade(CODE, {
        ...{ tradeId: `t-${priceTicks}`, priceTicks, lots: 1, timeMs: here.clock.nowMs(), aggressor: 'BUY' },
      });
      await here.sequencer.settled();
    };
    const told = async (): Promise<string[]> => {
      const { items }: { items: MailboxMessage[] } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
      return items.filter(({ code }) => code === 'PriceAlert').map(({ facts }) => String(facts.price));
    };
    const create = (price: string) => an.post(path, { contractCode: CODE, price });
    await trade(1800);
    const made = (await create('460.00')).json();
    const moved = (await create('461.00')).json();
    const dropped = (await create('462.00')).json();
    expect((await an.post(`${path}/${moved.alertId}`, { price: '470.00' })).statusCode).toBe(200);
    await an.send({ method: 'DELETE', url: `${path}/${dropped.alertId}` });
    await round();
    await vi.waitFor(async () => {
      await trade(1850);
      expect(await told()).toEqual([made.price]);
    });
    await trade(1851);
    expect(await told()).toEqual([made.price]);
    await trade(1880);
    await vi.waitFor(async () => expect(await told()).toEqual(['470.00', made.price]));
  });

  test('a strategy is approved by the policy of the demo', async () => {
    const published = await an.post('/api/copy-trade/strategies/mine', GOOD_BODIES.publishStrategy ?? {});
    expect(published.statusCode, published.body).toBe(201);
    await round();
    await vi.waitFor(() => {
      here.clock.advanceBy(LIMITS.demoApprovalMs);
      const [strategy] = here.sequencer.state.copying.strategies.values();
      expect(strategy?.status.approval).toBe('APPROVED');
    });
  });
});

test('a test of a channel that is asked for at the other is sent by the one with the jobs, at once and once', async () => {
  const asked = await an.post('/api/investor/notice-delivery/test', { channel: 'sms' });
  expect(asked.statusCode).toBe(202);
  await vi.waitFor(async () => {
    const { channels } = (await an.get('/api/investor/notice-delivery')).json();
    expect(channels.find(({ channel }: { channel: string }) => channel === 'sms').test.state).toBe('SENT');
  });
  const { items } = (await an.get('/api/dev/outbox')).json();
  expect(items.filter(({ channel }: { channel: string }) => channel === 'phone')).toHaveLength(1);
});
