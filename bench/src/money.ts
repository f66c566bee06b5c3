/**
 * Measures what has to do with money: a statement of a year, the day's proof, the bank's notifications, the history of a
 * sub-account. What was there before is stored by SQL (stored-money.ts). What is measured is the product's own: the
 * broker's date ends in the journal and its day is published, orders are acknowledged meanwhile, the bank signs its
 * notifications and the money is in the ledger when they are answered, statements and history come over HTTP.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StatementFile } from '@mua/contract/entities/statement';
import { SIGNATURE_HEADER } from '@mua/contract/http/bank-notifications';
import { checkStatement } from '@mua/contract/proof/check-statement';
import { startEmbeddedPostgres } from '@mua/server/db/embedded-postgres';
import { drawMemo } from '@mua/server/deposits/memo';
import { encodeCursor } from '@mua/server/wire/page-cursor';
import pg from 'pg';
import { answerOf, askLists, roundedAt } from '#asked-lists.ts';
import { type BenchInvestor, type BenchProduct, signInMany, startBenchProduct } from '#bench-product.ts';
import { type Figure, percentile } from '#figure.ts';
import { restingOrder } from '#resting-order.ts';
import { placeOrders } from '#steady-orders.ts';
import { endDateForIdle, IDLE, storeMoney, TRADES } from '#stored-money.ts';

const INVESTORS = 200;
const NOTIFICATIONS_PER_SECOND = 500;
const NOTIFYING_SECONDS = 5;
const BANK_CONNECTIONS = 64;
const LOOK_MS = 20;
const SIGN_MS = 120_000;

interface Stand {
  readonly product: BenchProduct;
  readonly people: readonly BenchInvestor[];
  readonly client: pg.Client;
}

let stand: Stand | undefined;
let product: BenchProduct | undefined;

async function prepare(): Promise<Stand> {
  if (stand) return stand;
  // Kept at once, so that `finish` stops it even if storing fails.
  product = await startBenchProduct(INVESTORS);
  const people = await signInMany(product.url, INVESTORS);
  // PostgreSQL is running already: this attaches to it.
  const client = new pg.Client({ connectionString: (await startEmbeddedPostgres(product.home)).url });
  await client.connect();
  await client.query('set synchronous_commit = off');
  const { contractCode } = await restingOrder(product.url);
  await storeMoney({ url: product.url, client, people, contractCode });
  await endDate(product, client);
  stand = { product, people, client };
  return stand;
}

export async function finishMoney(): Promise<void> {
  await stand?.client.end();
  await product?.stop();
  stand = undefined;
  product = undefined;
}

export async function measureMoney(): Promise<Figure[]> {
  const ready = await prepare();
  return [
    ...(await measureProof(ready)),
    ...(await measureStatement(ready)),
    ...(await measureNotifications(ready)),
    ...(await measureHistory(ready)),
  ];
}

/** Resolves with the date and how long it took from its end to the published day. */
async function endDate(
  { url, pid }: BenchProduct,
  client: pg.Client,
): Promise<{ readonly tookMs: number; readonly next: string }> {
  const known = await newestDay(client);
  const startedAt = performance.now();
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const ended = await newestDay(client);
    if (ended && ended.date !== known?.date) {
      const published = await fetch(`${url}/proof/${ended.date}.json`);
      await published.arrayBuffer();
      if (published.ok) return { tookMs: performance.now() - startedAt, next: ended.next };
    }
    if (performance.now() - startedAt > SIGN_MS) throw new Error('a day was not signed');
    await sleep(LOOK_MS);
  }
}

async function newestDay(client: pg.Client): Promise<{ readonly date: string; readonly next: string } | undefined> {
  const found = await client.query<{ trade_date: string; next_date: string }>(
    'select trade_date, next_date from broker_day order by trade_date desc limit 1',
  );
  const [row] = found.rows;
  return row && { date: row.trade_date, next: row.next_date };
}

async function measureProof({ product: served, people, client }: Stand): Promise<Figure[]> {
  const { url } = served;
  const running = (await newestDay(client))?.next ?? '';
  await endDateForIdle(client, running);
  const order = await restingOrder(url);
  const latencies: number[] = [];
  let isSigned = false;
  const orders = async (): Promise<void> => {
    while (!isSigned) {
      const placed = await placeOrders({ url, people, order }, 1);
      if (placed.failed > 0) throw new Error(`${placed.failed} orders were not acknowledged with 201`);
      latencies.push(...placed.latencies);
    }
  };
  const placing = orders();
  await sleep(500);
  const { tookMs } = await endDate(served, client);
  isSigned = true;
  await placing;
  const { day } = (await (await fetch(`${url}/proof/${running}.json`)).json()) as { day: { accounts: number } };
  if (day.accounts !== IDLE + INVESTORS) throw new Error(`${day.accounts} accounts were signed`);
  return [
    { id: 'money.day-signed', unit: 'ms', value: tookMs, target: 5_000, better: 'min' },
    { id: 'money.order-p99-meanwhile', unit: 'ms', value: percentile(latencies, 0.99), target: 150, better: 'min' },
  ];
}

async function measureStatement({ product: { url }, people }: Stand): Promise<Figure[]> {
  const owner = people[1];
  if (!owner) throw new Error('a statement has an owner');
  const base = `${url}/api/investor/accounts/${owner.accountId}/statements/${new Date().getUTCFullYear()}`;
  const read = async (ext: string): Promise<{ readonly body: Buffer; readonly tookMs: number }> => {
    const startedAt = performance.now();
    const reply = await fetch(`${base}.${ext}`, { headers: owner.headers });
    const body = Buffer.from(await reply.arrayBuffer());
    if (!reply.ok) throw new Error(`${ext}: ${reply.status} ${body.toString()}`);
    return { body, tookMs: performance.now() - startedAt };
  };
  const json = await read('json');
  const file = JSON.parse(json.body.toString()) as StatementFile;
  if (file.statement.fills.length < TRADES) throw new Error(`${file.statement.fills.length} fills in a statement`);
  const { isWhole } = await checkStatement(file, { isSigned: async () => true, days: [] });
  if (!isWhole) throw new Error('the statement does not hold');
  const pdf = await read('pdf');
  return [
    { id: 'money.year-statement-json', unit: 'ms', value: json.tookMs, target: 2_000, better: 'min' },
    { id: 'money.year-statement-pdf', unit: 'ms', value: pdf.tookMs, target: 2_000, better: 'min' },
  ];
}

/** Of all runs: two drawn by chance may be the same, and a memo is one deposit's. */
const drawn = new Set<string>();

function newMemos(count: number): string[] {
  const before = drawn.size;
  while (drawn.size < before + count) drawn.add(drawMemo());
  return [...drawn].slice(before);
}

let told = 0;

/** The deposits that are paid are stored by SQL; each notification is signed, kept, matched, credited and answered. */
async function measureNotifications({ product: { url, home }, people, client }: Stand): Promise<Figure[]> {
  const secret = readFileSync(join(home, 'bank-webhook-secret'), 'utf8').trim();
  const memos = newMemos(NOTIFICATIONS_PER_SECOND * NOTIFYING_SECONDS);
  const bank = { bankId: 'vietcombank', accountNumber: '000000000001' };
  await client.query(
    `insert into deposit (deposit_id, account_id, bank, amount_vnd, memo, created_ms, expires_ms)
     select md5(memo), ($2::text[])[1 + n % cardinality($2::text[])], $3::jsonb, 1000000, memo, $4::bigint, $4::bigint + 86400000
     from unnest($1::text[]) with ordinality as drawn (memo, n)`,
    [memos, people.map(({ accountId }) => accountId), JSON.stringify({ ...bank, name: 'B', branch: 'B' }), Date.now()],
  );
  const agent = new Agent({ keepAlive: true, maxSockets: BANK_CONNECTIONS });
  const pay = async (memo: string): Promise<number> => {
    told += 1;
    const notificationId = `BENCH${told}`;
    const payment = { ...bank, notificationId, amount: '1000000', memo, bookedAt: new Date().toISOString() };
    const body = JSON.stringify(payment);
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const startedAt = performance.now();
    const answer = await send(`${url}/api/bank/notifications`, { agent, body, signature });
    if (!answer.includes('"CREDITED"')) throw new Error(`a payment was not credited: ${answer}`);
    return performance.now() - startedAt;
  };
  const sent: Promise<number>[] = [];
  const beganAt = performance.now();
  while (sent.length < memos.length) {
    const due = ((performance.now() - beganAt) / 1000) * NOTIFICATIONS_PER_SECOND;
    for (const memo of memos.slice(sent.length, Math.floor(due))) sent.push(pay(memo));
    await sleep(2);
  }
  const latencies = await Promise.all(sent);
  const seconds = (performance.now() - beganAt) / 1000;
  agent.destroy();
  return [
    { id: 'money.bank-notification-p99', unit: 'ms', value: percentile(latencies, 0.99), target: 100, better: 'min' },
    // Once all are answered: fewer than are sent where they wait for each other.
    { id: 'money.bank-notifications', unit: '/s', value: memos.length / seconds, target: 480, better: 'max' },
  ];
}

interface Sent {
  readonly agent: Agent;
  readonly body: string;
  readonly signature: string;
}

function send(address: string, { agent, body, signature }: Sent): Promise<string> {
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
  return answerOf(request(address, { method: 'POST', agent, headers }), body);
}

async function measureHistory({ product: { url }, people, client }: Stand): Promise<Figure[]> {
  const addresses = await historyAddresses(client);
  const all = await askLists({ url, people, addresses, below: '/api/investor/accounts' });
  const facts = { unit: 'ms', target: 50, better: 'min' } as const;
  return [
    { id: 'money.history-p99', value: roundedAt(all, 0.99), ...facts },
    { id: 'money.history-p50', value: roundedAt(all, 0.5), ...facts },
  ];
}

/** First and deep pages, of one kind, of days long past, of days on which nothing happened. */
async function historyAddresses(client: pg.Client): Promise<readonly string[]> {
  const found = await client.query<{ date: string; seq: string; first: string }>(
    `select trade_date as date, seq, (select min(trade_date) from account_day) as first
     from account_day order by trade_date offset 2000 limit 1`,
  );
  const [past] = found.rows;
  const deep = `cursor=${encodeCursor('tx', String(past?.seq), '999999999')}`;
  return [
    'transactions',
    'transactions?limit=100',
    'transactions?type=DEPOSIT',
    'transactions?type=WITHDRAW',
    'transactions?type=ACTUAL_PROFIT&limit=100',
    `transactions?from=${past?.date}&to=${past?.date}`,
    `transactions?to=${past?.date}&limit=100`,
    `transactions?to=${past?.date}&type=WITHDRAW`,
    'transactions?to=2001-01-01',
    `transactions?${deep}`,
    `transactions?${deep}&type=ACTUAL_PROFIT&limit=100`,
  ];
}
