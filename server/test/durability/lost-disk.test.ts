/**
 * The drill: the disk is lost while orders flow. What the place of backups has by then comes back, to the last order or
 * to a chosen moment, with every term, balance and row of the audit log; and what can't be restored is refused with the
 * way out.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { openFolderPlace } from '#backup/folder-place.ts';
import { BackupError } from '#backup/place.ts';
import { restore } from '#backup/restore.ts';
import { firstBackup } from '#test/durability/first-backup.ts';
import { type Ended, runToEnd } from '#test/durability/run-to-end.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { payIn } from '#test/fixtures/paid-in.ts';
import { ProductHome, type RunningProduct, signalPostgres } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const COMMAND = fileURLToPath(new URL('../../dist/backup/command.js', import.meta.url));
const ACCOUNT = '108C000001-01';
const SUM = 50_000_000n;
const WITHIN_MS = 20_000;
/** What an operator keeps elsewhere. */
const KEYS = ['identity-key', 'picture-key', 'bank-webhook-secret', 'signing-key.pem', 'signing-certificate.pem'];

const elsewhere = mkdtempSync(join(tmpdir(), 'mua-elsewhere-'));
const place = join(elsewhere, 'place');
mkdirSync(place);
const home = ProductHome.begun({ SEED: '21', BACKUP_DIR: place });
const inHome = (...path: string[]): string => join(home.dataDir, ...path);
afterAll(() => {
  home.clear();
  rmSync(elsewhere, { recursive: true });
});

function operator(...args: string[]): Promise<Ended> {
  return runToEnd({ DATA_DIR: home.dataDir, BACKUP_DIR: place }, [COMMAND, ...args]);
}

interface Sent {
  readonly clientOrderId: string;
  readonly orderId: string;
  readonly limitPrice: string;
  readonly quantity: number;
}

/** Sends orders, all acknowledged; lots tell them apart. */
async function send(investor: InvestorClient, count: number): Promise<Sent[]> {
  const terms = await restingBuy(investor);
  const sent: Sent[] = [];
  for (let quantity = 1; quantity <= count; quantity += 1) {
    const clientOrderId = randomUUID();
    const { status, body } = await investor.post(`/api/order/${ACCOUNT}/place`, { ...terms, clientOrderId, quantity });
    expect([status, body.code]).toEqual([201, undefined]);
    sent.push({ clientOrderId, orderId: body.order.orderId, limitPrice: terms.limitPrice, quantity });
  }
  return sent;
}

async function expectThere(investor: InvestorClient, sent: readonly Sent[]): Promise<void> {
  for (const order of sent) {
    const { status, body } = await investor.get(`/api/order/${ACCOUNT}/by-client-id/${order.clientOrderId}`);
    expect([status, body]).toEqual([200, expect.objectContaining({ ...order, side: 'BUY', duration: 'GTC' })]);
  }
}

async function expectAbsent(investor: InvestorClient, sent: readonly Sent[]): Promise<void> {
  for (const { clientOrderId } of sent)
    expect((await investor.get(`/api/order/${ACCOUNT}/by-client-id/${clientOrderId}`)).status).toBe(404);
}

async function query<T extends pg.QueryResultRow>(text: string): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: home.databaseUrl() });
  await client.connect();
  const { rows } = await client.query<T>(text);
  await client.end();
  return rows[0];
}

/** As if somebody made one. */
async function lockedBackups(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: home.databaseUrl() });
  await client.connect();
  await client.query('select pg_advisory_lock(7772028)');
  return client;
}

/** Everything that was committed before is in the place. */
async function archived(): Promise<void> {
  const end = await query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at');
  await vi.waitUntil(
    async () =>
      (await query<{ is: boolean }>(`select restart_lsn >= '${end?.at}' as is from pg_replication_slots`))?.is,
    { timeout: 20_000, interval: 20 },
  );
}

const BOOKS = `select (select count(*) from trading_order)::int as orders,
  (select sum(amount_vnd) from ledger_posting)::text as balances,
  (select count(*) from audit_row)::int as audited`;

async function signedIn({ url }: RunningProduct): Promise<InvestorClient> {
  const investor = new InvestorClient(url);
  await investor.signIn('an@mua.demo');
  return investor;
}

async function cash(investor: InvestorClient): Promise<bigint> {
  return BigInt((await investor.get(`/api/investor/margin-status/${ACCOUNT}`)).body.cash);
}

async function expectAuditWhole({ url }: RunningProduct): Promise<void> {
  const authorization = `Bearer ${readFileSync(inHome('run', 'operator-token'), 'utf8')}`;
  const told = await fetch(`${url}/api/operator/audit/verification`, { headers: { authorization } });
  const { rows, firstBroken } = await told.json();
  expect(firstBroken).toBeNull();
  expect(rows).toBeGreaterThan(0);
}

/** Whether the read tables have all of the journal. */
async function tablesFollow(): Promise<boolean> {
  const found = await query<{ follow: boolean }>(
    'select (select seq from projected) = (select max(last_seq) from journal_batch) as follow',
  );
  return found?.follow === true;
}

function newestSeries(): string {
  return readdirSync(place).sort().at(-1) ?? '';
}

/** Whole ones. */
function basesOf(series: string): string[] {
  return readdirSync(join(place, series)).filter((name) => existsSync(join(place, series, name, 'backup.json')));
}

function loseTheDisk(): void {
  for (const key of KEYS) cpSync(inHome(key), join(elsewhere, key));
  rmSync(home.dataDir, { recursive: true });
}

function putKeysBack(): void {
  for (const key of KEYS) cpSync(join(elsewhere, key), inHome(key));
}

test('a lost disk comes back to the last order, and to a moment before it', async () => {
  const first = await home.start();
  await firstBackup(home.dataDir);
  const an = await signedIn(first);
  const before = await cash(an);
  const early = await send(an, 3);
  const made = await operator('backup', '--json');
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('"seq":')]);
  const alone = await lockedBackups();
  expect(await operator('backup')).toEqual({
    code: 1,
    output: expect.stringContaining('Another base backup is being'),
  });
  await alone.end();
  const listed = await operator('backup', 'list');
  expect(listed).toEqual({
    code: 0,
    output: expect.stringMatching(/^(20\S+Z +seq \d+, \d+ segments of log .*\n){2}$/),
  });
  const between = await send(an, 3);
  const moment = await query<{ at: Date }>('select clock_timestamp() as at');
  const secret = readFileSync(inHome('bank-webhook-secret'), 'utf8').trim();
  const paid = await payIn(an, { url: first.url, accountId: ACCOUNT, amount: SUM, secret });
  expect(paid).toMatchObject({ status: 'CREDITED' });
  const late = await send(an, 3);
  await archived();
  await vi.waitUntil(tablesFollow, { timeout: 20_000, interval: 10 });
  const books = await query<{ orders: number; balances: string; audited: number }>(BOOKS);
  home.killPostgres();
  await first.kill();
  loseTheDisk();

  const latest = await operator('restore', '--to', 'latest', '--json');
  expect([latest.code, latest.output]).toEqual([0, expect.any(String)]);
  const facts = JSON.parse(latest.output.trim().split('\n').at(-1) ?? '');
  expect(facts).toMatchObject({ orders: books?.orders, balances: books?.balances });
  putKeysBack();
  const second = await home.start();
  const again = await signedIn(second);
  await expectThere(again, [...early, ...between, ...late]);
  expect(await cash(again)).toBe(before + SUM);
  await expectAuditWhole(second);
  const came = await query<{ audited: number }>(BOOKS);
  expect(came?.audited).toBeGreaterThanOrEqual(books?.audited ?? 0);

  // Its log goes on differently, so it begins a series of its own.
  await vi.waitUntil(() => readdirSync(place).length === 2, { timeout: 20_000, interval: 20 });
  const lost = await send(again, 1);
  expect(await second.stop()).toBe(0);

  const back = await operator('restore', '--to', moment?.at.toISOString() ?? '', '--put-aside', '--json');
  expect([back.code, back.output]).toEqual([0, expect.stringContaining('postgres.before-')]);
  const third = await home.start();
  const then = await signedIn(third);
  await expectThere(then, [...early, ...between]);
  await expectAbsent(then, [...late, ...lost]);
  expect(await cash(then)).toBe(before);
  await expectAuditWhole(third);
  // The next test damages it.
  await vi.waitUntil(() => readdirSync(place).length === 3 && basesOf(newestSeries()).length > 0, WITHIN_MS);
  expect(await third.stop()).toBe(0);
});

test('what can not be restored is refused with the way out, and a restore is never in the way of a database', {
  timeout: 400_000,
}, async () => {
  const refused = async (args: readonly string[], words: RegExp): Promise<void> => {
    const { code, output } = await operator('restore', ...args);
    expect([code, output]).toEqual([1, expect.stringMatching(words)]);
    expect(output).not.toMatch(/^ +at /m);
  };
  // Without a place nothing keeps the log for it.
  const product = await home.start({ BACKUP_DIR: '' });
  expect(await query('select 1 from pg_replication_slots')).toBeUndefined();
  await refused(['--to', 'latest', '--put-aside'], /A server runs .*stop it first/);
  expect(await product.stop()).toBe(0);
  await refused(['--to', 'latest'], /has a database: add --put-aside/);
  await refused(['--to', 'latest', '--from', join(elsewhere, 'nothing')], /add --put-aside/);
  rmSync(home.dataDir, { recursive: true });
  await refused(['--to', 'latest', '--from', join(elsewhere, 'nothing')], /There is no folder .*nothing: is its disk/);
  await refused(['--to', 'latest', '--from', elsewhere], /no backup in .*: name .*place, which has one/);
  await refused(['--to', '2026-11-27 01:00'], /a time needs its zone/);
  await refused(['--to', '2020-01-01T00:00:00Z'], /The oldest backup .* is of 20\d\d-.*no earlier time/);
  await refused(['--to', '2999-01-01T00:00:00Z'], /The log in .* ends before 2999.*--to latest/);

  const series = newestSeries();
  const [base = ''] = basesOf(series);
  const inventory = join(place, series, base, 'backup.json');
  const kept = readFileSync(inventory, 'utf8');
  writeFileSync(inventory, kept.replace(/"postgres": "\d+/, '"postgres": "17'));
  await refused(['--to', 'latest'], /is of PostgreSQL 17.* this release has \d+.*restore with the release/);
  writeFileSync(inventory, kept);

  // What comes back is not what was backed up.
  const forged = kept.replace(/"journalHash": "\w+"/, `"journalHash": "${'0'.repeat(64)}"`);
  expect(forged).not.toBe(kept);
  writeFileSync(inventory, forged);
  await refused(['--to', 'latest'], /which the restored journal does not have\. .*has no database: restore an earlier/);
  // No database is in the way.
  await refused(['--to', 'latest'], /has no database/);
  writeFileSync(inventory, kept);

  const part = join(place, series, base, 'base.tar.gz.0000');
  const whole = readFileSync(part);
  writeFileSync(part, Buffer.concat([whole.subarray(0, 1000), Buffer.alloc(1), whole.subarray(1001)]));
  await refused(['--to', 'latest'], /base\.tar\.gz\.0000 is not what was written/);
  rmSync(part);
  await refused(['--to', 'latest'], /base\.tar\.gz\.0000 is missing: restore an earlier backup/);
  writeFileSync(part, whole);

  const log = join(place, series, 'wal');
  renameSync(log, `${log}-away`);
  mkdirSync(log);
  await refused(['--to', 'latest'], /is missing, and with it the whole log/);
  rmSync(log, { recursive: true });
  renameSync(`${log}-away`, log);
  expect((await operator('restore', '--to', 'latest')).code).toBe(0);

  putKeysBack();
  const own = await home.start({ BACKUP_DIR: '' });
  const written = await send(await signedIn(own), 1);
  expect(await own.stop()).toBe(0);
  writeFileSync(inventory, forged);
  await refused(['--to', 'latest', '--put-aside'], /the database that was there before is back in its place/);
  expect(readdirSync(home.dataDir).filter((name) => name.includes('.before-'))).toEqual([]);
  writeFileSync(inventory, kept);
  for (const moment of ['From', 'PostgreSQL replays']) {
    const stop = new AbortController();
    const said: string[] = [];
    const stopped = restore({
      ...{ place: openFolderPlace(place), dataDir: home.dataDir, to: 'latest', putAside: true, signal: stop.signal },
      say(line) {
        said.push(line);
        if (line.startsWith(moment)) stop.abort(new BackupError('stopped'));
      },
    });
    await expect(stopped).rejects.toThrow(/^stopped/);
    expect(said.at(-1)).toContain(moment);
    expect(home.postgresPids()).toEqual([]);
    expect(readdirSync(home.dataDir).filter((name) => /^postgres\./.test(name))).toEqual(['postgres.log']);
  }
  // Of a session that drops.
  const dropped = spawn(process.execPath, [COMMAND, 'restore', '--to', 'latest', '--put-aside'], {
    env: { ...process.env, DATA_DIR: home.dataDir, BACKUP_DIR: place },
  });
  let told = '';
  dropped.stderr.on('data', (chunk: Buffer) => {
    const wasUnderWay = told.includes('From ');
    told += chunk.toString();
    if (!wasUnderWay && told.includes('From ')) dropped.kill('SIGHUP');
  });
  expect(await once(dropped, 'close')).toEqual([1, null]);
  expect(told).toContain('It was stopped before it was done');
  expect(readdirSync(home.dataDir).filter((name) => /^postgres\./.test(name))).toEqual(['postgres.log']);
  // It is frozen by then, and does not stop.
  const frozen = restore({
    place: {
      ...openFolderPlace(place),
      async list(prefix) {
        if (prefix !== 'pictures/') return openFolderPlace(place).list(prefix);
        for (const _round of [1, 2]) signalPostgres(home.dataDir, 'SIGSTOP');
        throw new BackupError('the place is away');
      },
    },
    ...{ dataDir: home.dataDir, to: 'latest', putAside: true, signal: new AbortController().signal, say: () => {} },
  });
  await expect(frozen).rejects.toThrow(/^the place is away.*that was there before is back in its place/);
  expect(home.postgresPids()).toEqual([]);
  expect(readdirSync(home.dataDir).filter((name) => /^postgres\./.test(name))).toEqual(['postgres.log']);
  const same = await home.start({ BACKUP_DIR: '' });
  await expectThere(await signedIn(same), written);
  expect(await same.stop()).toBe(0);
});
