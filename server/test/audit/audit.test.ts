/** Checks that every privileged act has its row, no row has a secret, and a changed row is detected. */
import type { AuditLine } from '@mua/contract/http/audit';
import { ROUTES } from '@mua/contract/registry';
import { auditOf, isSignedAccess, type RouteDefinition } from '@mua/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredRow } from '#audit/audit-row.ts';
import { asOwner } from '#test/fixtures/database.ts';
import { type Belongings, furnish, GOOD_BODIES, ORDER, recordingWithoutEnd } from '#test/fixtures/good-requests.ts';
import {
  AN_1,
  Browser,
  OPERATOR_TOKEN,
  type Platform,
  START_MS,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';
import { type Caller, callerOf, requestFor } from '#test/fixtures/route-request.ts';
import { stageScenarios } from '#test/fixtures/scenarios.ts';
import { SIGNERS } from '#test/fixtures/signatures.ts';

const named = Object.entries<RouteDefinition>(ROUTES);
const OPERATOR: Caller = { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` }, accountId: AN_1 };
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 canary-agent';

let platform: Platform;
let ofAn: Belongings;

beforeAll(async () => {
  platform = await startPlatform({ player: recordingWithoutEnd(), scenarios: stageScenarios(START_MS) });
  const ids = {
    position: '0190163d-8694-739b-aea5-966c26f8ada1',
    order: ORDER.clientOrderId,
    pair: '0190163d-8694-739b-aea5-966c26f8ada3',
  };
  ofAn = await furnish(platform, await signedIn(platform, 'an@mua.demo'), AN_1, ids);
});
afterAll(() => platform.close());

const ask = async (path: string) => (await platform.app.inject({ url: path, headers: OPERATOR.headers })).json();
const rows = async (query = ''): Promise<AuditLine[]> => (await ask(`/api/operator/audit${query}`)).items;
const lastId = async (): Promise<number> => (await rows('?limit=1'))[0]?.auditId ?? 0;
const broken = async (): Promise<number | null> => (await ask('/api/operator/audit/verification')).firstBroken;

test('acts without a row are listed here, and touch no rights, money or settings', () => {
  const silent = named.filter(([, route]) => route.method !== 'GET' && auditOf(route) === 'none').map(([name]) => name);
  expect(silent).toEqual([
    ...[
      'simulateCopy',
      'addWish',
      'removeWish',
      'createWatchlist',
      'renameWatchlist',
      'arrangeWatchlist',
      'addToWatchlist',
    ],
    ...['removeFromWatchlist', 'deleteWatchlist', 'searchOrders', 'setCancelAfter', 'readMessage'],
    'readAllMessages',
    'testNoticeChannel',
    'writeKeepsakes',
    ...['createPriceAlert', 'updatePriceAlert', 'deletePriceAlert', 'hearZalo', 'payAtDemoBank', 'moveClock'],
  ]);
  const soon = named.filter(([, route]) => auditOf(route) === 'soon').map(([name]) => name);
  expect(soon).toEqual([
    ...['placeGroup', 'placeOrder', 'modifyOrder', 'cancelOrder', 'modifyConditionalOrder', 'cancelConditionalOrder'],
    ...['cancelAllOrders', 'reversePosition', 'forceSell', 'drawSocketTicket'],
  ]);
});

describe('an audit row is written for', () => {
  /** Recognises a route whose engine command is in the journal; that of a payment is part of no call. */
  const makesCommand = ({ access, path }: RouteDefinition): boolean =>
    !/\/(withdraw|deposit|bank-)/.test(path) &&
    (access === 'account' ||
      path.includes('/{packageName}/') ||
      path.startsWith('/copy-trade/') ||
      (access === 'operator' && !/\/(recording|sessions|oauth-clients|investors|registrations|agents)/.test(path)));

  /** The sub-account is in the body. */
  const NAMES_AN_ACCOUNT = new Set([
    'operatorForceSell',
    'assignBankNotification',
    'subscribeServicePackage',
    'endServicePackage',
    'publishStrategy',
    'followStrategy',
  ]);

  test.each(named.filter(([, route]) => auditOf(route) !== 'none'))('%s', async (name, route) => {
    const an = await signedIn(platform, 'an@mua.demo');
    const signer = isSignedAccess(route.access) ? { headers: {}, accountId: AN_1, sign: SIGNERS[route.access] } : null;
    const caller = route.access === 'operator' ? OPERATOR : (signer ?? callerOf(an, AN_1));
    const body = name === 'login' ? { username: 'an@mua.demo', password: 'Mua@2026' } : GOOD_BODIES[name];
    const before = await lastId();
    const request = requestFor(route, caller, ofAn, body);
    const response = await platform.app.inject({
      ...request,
      headers: { ...request.headers, 'user-agent': AGENT, 'x-forwarded-for': '203.0.113.66' },
      remoteAddress: '192.0.2.77',
    });
    const isOperator = route.access === 'operator';
    // A caller who forgot the password or signs up is not signed in.
    const isNobody = isSignedAccess(route.access) || /\/(forgot-password|register)\b/.test(route.path);
    const isLook = name === 'readRegistrationPicture';
    const [row, ...more] = (await rows('?limit=9')).filter(({ auditId }) => auditId > before);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      time: new Date(platform.clock.nowMs()).toISOString(),
      actorKind: isOperator ? 'operator' : isNobody ? 'nobody' : 'investor',
      actorId: isOperator
        ? ((body as { operatorId?: string } | undefined)?.operatorId ?? (isLook ? 'lan' : null))
        : isNobody
          ? null
          : '108C000001',
      accountId: isLook ? ofAn.id : route.path.includes('{accountId}') || NAMES_AN_ACCOUNT.has(name) ? AN_1 : null,
      jarId: isOperator || isNobody ? null : expect.stringMatching(/^\d+$/),
      device: 'Chrome/156 Linux',
      address: '192.0.2.77',
      route: name,
      status: response.statusCode,
      code: response.statusCode < 300 ? null : response.json().code,
      requestId: expect.any(String),
      seq: makesCommand(route) ? expect.any(Number) : null,
    });
  });

  // The demo bank notifies as any bank does, which leaves a row of its own.
  const without = named.filter(([name, route]) => auditOf(route) === 'none' && name !== 'payAtDemoBank');
  test.each(without)('but none for %s', async (name, route) => {
    const caller = route.access === 'operator' ? OPERATOR : callerOf(await signedIn(platform, 'an@mua.demo'), AN_1);
    const before = await lastId();
    await platform.app.inject(requestFor(route, caller, ofAn, GOOD_BODIES[name]));
    expect(await lastId()).toBe(before);
  });

  test('a refusal: of a stranger, of a wrong password, of a trading rule', async () => {
    const last = async () => (await rows('?limit=1'))[0];
    const nobody = { headers: {}, accountId: AN_1 };
    await platform.app.inject(requestFor(ROUTES.placeOrder, nobody, ofAn, ORDER));
    expect(await last()).toMatchObject({
      actorKind: 'nobody',
      actorId: null,
      route: 'placeOrder',
      code: 'Unauthorized',
    });
    await platform.app.inject(requestFor(ROUTES.haltTrading, nobody, ofAn, GOOD_BODIES.haltTrading));
    expect(await last()).toMatchObject({ actorKind: 'nobody', actorId: null, route: 'haltTrading', status: 401 });
    await new Browser(platform).signIn('an@mua.demo', 'Wrong@2026');
    expect(await last()).toMatchObject({ actorKind: 'nobody', actorId: null, route: 'login', code: 'LoginWrongInfo' });
    const an = await signedIn(platform, 'an@mua.demo');
    const terms = { ...ORDER, clientOrderId: '0190163d-8694-739b-aea5-966c26f8adff', quantity: 51 };
    await an.post(`/api/order/${AN_1}/place`, terms);
    expect(await last()).toMatchObject({
      actorId: '108C000001',
      status: 422,
      code: expect.any(String),
      seq: expect.any(Number),
    });
  });
});

test('rows of acts that change rights are on disk before the reply', async () => {
  const count = async () =>
    Number((await platform.database.pool.query('select count(*) as rows from audit_row')).rows[0].rows);
  const an = await signedIn(platform, 'an@mua.demo');
  const before = await count();
  await an.post('/api/investor/logout', {});
  expect(await count()).toBe(before + 1);
});

test('orders share a commit', async () => {
  const an = await signedIn(platform, 'an@mua.demo');
  const before = await lastId();
  for (let time = 0; time < 30; time += 1) await an.post(`/api/order/${AN_1}/cancel`, { orderId: 'AAAAAAAAAAAAAAAA' });
  platform.wall.advanceBy(50);
  await rows();
  const { pool } = platform.database;
  const groups = await pool.query(
    'select count(*) as rows, count(distinct xmin::text) as commits from audit_row where audit_id > $1',
    [before],
  );
  expect(groups.rows[0]).toEqual({ rows: 30n, commits: 1n });
});

test('a group of rows that the database did not accept is written when it is back, once and in order', async () => {
  const an = await signedIn(platform, 'an@mua.demo');
  const { database } = platform;
  const before = await lastId();
  await asOwner(database, 'alter table audit_row rename to audit_row_away');
  await an.post(`/api/order/${AN_1}/cancel`, { orderId: 'AAAAAAAAAAAAAAAA' });
  const refused = await an.post('/api/investor/logout', {});
  expect(refused.statusCode).toBe(500);
  await asOwner(database, 'alter table audit_row_away rename to audit_row');
  const routes = (await rows('?limit=9')).filter(({ auditId }) => auditId > before).map(({ route }) => route);
  expect(routes).toEqual(['logout', 'cancelOrder']);
  expect(await broken()).toBeNull();
});

test('a row with half a character does not block the others', async () => {
  const nobody = { headers: {}, accountId: `${'x'.repeat(63)}😀` };
  await platform.app.inject(requestFor(ROUTES.placeOrder, nobody, ofAn, ORDER));
  expect((await new Browser(platform).signIn('an@mua.demo')).statusCode).toBe(200);
  expect((await rows('?limit=2')).map(({ accountId }) => accountId)).toEqual([null, 'x'.repeat(63)]);
});

test('no row holds a credential or identifies a person', async () => {
  const browser = await signedIn(platform, 'an@mua.demo');
  const wrong = 'Canary@2026';
  await new Browser(platform).signIn('canary@mua.demo', wrong);
  const { ticket } = (await browser.post('/api/session/socket-ticket', {})).json();
  await browser.send({
    method: 'POST',
    url: `/api/order/${AN_1}/place`,
    payload: { ...ORDER, clientOrderId: 'canary-id' },
    headers: { 'user-agent': `canary-agent ${wrong}`, referer: 'https://canary.example' },
  });
  const text = JSON.stringify((await platform.database.pool.query('select * from audit_row')).rows, (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const secrets = [
    'Mua@2026',
    wrong,
    ticket,
    browser.cookie?.split('=')[1] ?? '-',
    browser.slot ?? '-',
    OPERATOR_TOKEN,
  ];
  for (const secret of [...secrets, 'canary', 'an@mua.demo', '0901000001', 'Nguyễn'])
    expect(text).not.toContain(secret);
});

describe('the list', () => {
  test('refuses a name with hidden characters', async () => {
    expect(await ask('/api/operator/audit?actorId=%00')).toMatchObject({
      code: 'UnreadableText',
      facts: { field: 'actorId' },
    });
  });

  test('continues by its cursor and filters by actor or sub-account', async () => {
    const all = await rows('?limit=500');
    const pages: number[] = [];
    for (let cursor = ''; ; ) {
      const page = await ask(`/api/operator/audit?limit=20${cursor}`);
      pages.push(...page.items.map(({ auditId }: AuditLine) => auditId));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(pages).toEqual(all.map(({ auditId }) => auditId));
    expect(pages).toEqual([...pages].sort((a, b) => b - a));
    const byLan = await rows('?actorId=lan');
    expect(byLan).toEqual(all.filter(({ actorId }) => actorId === 'lan').slice(0, 50));
    const ofAccount = await rows(`?accountId=${AN_1}&limit=500`);
    expect(ofAccount).toEqual(all.filter(({ accountId }) => accountId === AN_1));
  });
});

describe('the chain', () => {
  test('can’t be changed by a statement', async () => {
    for (const statement of ["update audit_row set code = 'x'", 'delete from audit_row', 'truncate audit_row']) {
      await expect(asOwner(platform.database, statement)).rejects.toThrow('rows of audit_row are never changed');
    }
  });

  /** Tampers as the owner of the table, who can disable its guard; the chain can't be disabled. */
  async function tampered(change: string, mend: string): Promise<number | null> {
    const { database } = platform;
    const quietly = (statement: string) =>
      asOwner(
        database,
        `alter table audit_row disable trigger audit_row_stays; ${statement};
         alter table audit_row enable trigger audit_row_stays`,
      );
    await quietly(`create table if not exists audit_row_kept as select * from audit_row; ${change}`);
    const found = await broken();
    await quietly(mend);
    return found;
  }

  const COLUMNS: readonly (keyof StoredRow)[] = [
    ...(['audit_id', 'time_ms', 'actor_kind', 'actor_id', 'account_id', 'jar_id', 'device', 'address'] as const),
    ...(['route', 'status', 'code', 'request_id', 'seq', 'previous_hash', 'hash', 'client_id'] as const),
  ];

  test('holds, and covers every column of the table', async () => {
    expect(await broken()).toBeNull();
    const { rows: columns } = await platform.database.pool.query(
      "select column_name from information_schema.columns where table_name = 'audit_row' order by ordinal_position",
    );
    expect(columns.map(({ column_name }) => column_name)).toEqual(COLUMNS);
  });

  test.each(COLUMNS)('breaks where %s was changed', async (column) => {
    const changed = {
      audit_id: '1000000',
      time_ms: 'time_ms + 1',
      status: 'status # 1',
      seq: 'coalesce(seq, 0) + 1',
    } as Readonly<Record<string, string>>;
    // The last character becomes the one after it, which changes one bit or two of one byte.
    const flipped = `coalesce(left(${column}, -1) || chr(ascii(right(${column}, 1)) # 1), 'x')`;
    const victim = column === 'audit_id' ? 1_000_000 : 5;
    const value = `(select ${column} from audit_row_kept where audit_id = 5)`;
    const found = await tampered(
      `update audit_row set ${column} = ${changed[column] ?? flipped} where audit_id = 5`,
      `update audit_row set ${column} = ${value} where audit_id = ${victim}`,
    );
    expect(found).toBe(5);
    expect(await broken()).toBeNull();
  });

  test('breaks where a row was removed, in the middle and at the end', async () => {
    const end = await lastId();
    const back = (id: number) => `insert into audit_row select * from audit_row_kept where audit_id = ${id}`;
    await asOwner(platform.database, 'drop table audit_row_kept');
    expect(await tampered('delete from audit_row where audit_id = 7', back(7))).toBe(7);
    expect(await tampered(`delete from audit_row where audit_id = ${end}`, back(end))).toBe(end);
    expect(await broken()).toBeNull();
  });

  test('continues after a start', async () => {
    const next = await startAgain();
    const before = (await next.ask('/api/operator/audit/verification')).rows;
    await signedIn(next.platform, 'an@mua.demo');
    expect(await next.ask('/api/operator/audit/verification')).toMatchObject({ rows: before + 1, firstBroken: null });
    await next.platform.close();
  });

  /** Opens a second HTTP server on the same database, as after a start. */
  async function startAgain() {
    const { database, sequencer, market } = platform;
    const again = await startPlatform({ database, sequencer, market });
    const askAgain = async (path: string) => (await again.app.inject({ url: path, headers: OPERATOR.headers })).json();
    return { platform: again, ask: askAgain };
  }
});
