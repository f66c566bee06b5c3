/**
 * Checks that what alarms and the board ask for is what the server exports, and that a database that hangs does not hide
 * the figures that tell of it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRoleHttp, type RoleHttp } from '#app/role-http.ts';
import { createClusterMetrics } from '#cluster/cluster-metrics.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { gaugeProofs } from '#proof/proof-metrics.ts';
import { type ReplyError, replyError } from '#refusals/reply-error.ts';
import { type Platform, START_MS, startPlatform } from '#test/fixtures/platform.ts';
import { openOrderTraces } from '#traces/order-traces.ts';

const file = (name: string): string => fileURLToPath(new URL(`../../../docs/operating/${name}`, import.meta.url));
const ALARMS = readFileSync(file('alarms.yml'), 'utf8');
const BOARD = readFileSync(file('board.json'), 'utf8');
/** When each alarm fires and when not, with its words. */
const ALARM_TESTS = ['alarms.test.yml', 'alarms-of-days.test.yml'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

/** Of figures; a histogram's parts are its own. */
const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bmua_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''))),
];

const EMPTY_CLUSTER: ClusterView = {
  ...{ url: '', isWhole: false, processes: [], events: [] },
  pair: { state: 'starting', durability: 'two', databases: [] },
};

let platform: Platform;
/** A process that serves no people. */
let market: RoleHttp;
let trouble: ReplyError | undefined;
let waitsFor: 'turn' | undefined = 'turn';
beforeAll(async () => {
  const health = { trouble: () => trouble, waitsFor: () => waitsFor };
  market = await openRoleHttp({ host: '127.0.0.1', port: 0, role: 'market' }, health);
  platform = await startPlatform({
    engine: { silentMs: 0, epoch: 1 },
    candidate: { silentMs: 0 },
    remoteMarket: { ageMs: () => Number.POSITIVE_INFINITY },
    space: { left: 'enough', freeBytes: 1e12 },
    backups: { times: { confirmedMs: START_MS, baseMs: START_MS } },
    traces: openOrderTraces({ endpoint: 'http://127.0.0.1:9', ratio: 1, hasProxy: false }),
  });
});
afterAll(() => Promise.all([platform.close(), market.close()]));

test('a process that serves no people tells whether it waits, works or can’t', async () => {
  const ask = async (path: string) => {
    const reply = await fetch(`${market.address}${path}`);
    return { status: reply.status, ...((await reply.json()) as { status?: string; code?: string; waitsFor?: string }) };
  };
  const inTrouble = async () =>
    /^mua_role_in_trouble\{.*\} (\d)$/m.exec(await (await fetch(`${market.address}/metrics`)).text())?.[1];
  expect(await ask('/health/ready')).toEqual({ status: 'waits', role: 'market', waitsFor: 'turn' });
  waitsFor = undefined;
  expect(await ask('/health/ready')).toEqual({ status: 'ready', role: 'market' });
  expect(await inTrouble()).toBe('0');
  trouble = replyError('DatabaseConnectionError', {});
  expect(await ask('/health/ready')).toMatchObject({ status: 503, code: 'DatabaseConnectionError' });
  expect(await ask('/health/live')).toEqual({ status: 'live', role: 'market' });
  expect(await inTrouble()).toBe('1');
});

describe('/metrics', () => {
  test.each([
    ['alarms.yml', ALARMS],
    ['board.json', BOARD],
  ])('has every figure that %s asks for', async (_, text) => {
    const { body } = await platform.app.inject({ url: '/metrics' });
    const ofARole = await (await fetch(`${market.address}/metrics`)).text();
    const { text: ofACluster } = await createClusterMetrics(() => EMPTY_CLUSTER).text();
    const exported = [...`${body}\n${ofARole}\n${ofACluster}`.matchAll(/^# TYPE (mua_\w+) /gm)].map(([, name]) => name);
    expect(namesIn(text).filter((name) => !exported.includes(name))).toEqual([]);
  });

  test('has every part of a figure that an alarm asks for, before anything has happened', async () => {
    const { body } = await platform.app.inject({ url: '/metrics' });
    const asked = [...ALARMS.matchAll(/\b(mua_[a-z_]+)\{(\w+)="([^"]+)"\}/g)];
    expect(asked.length).toBeGreaterThan(3);
    const lacking = asked.filter(
      ([, name, label, value]) => !new RegExp(`^${name}{.*${label}="${value}"`, 'm').test(body),
    );
    expect(lacking.map(([text]) => text)).toEqual([]);
    for (const reason of ['opening', 'reducing', 'full'])
      expect(body).toContain(`mua_shed_total{reason="${reason}"} 0`);
  });

  test('tells how far the product’s time is ahead of the machine’s', async () => {
    platform.clock.aheadMs = 3_600_000;
    const { body } = await platform.app.inject({ url: '/metrics' });
    expect(body).toContain('\nmua_clock_ahead_seconds 3600\n');
  });

  test.each([
    ['hangs', () => new Promise<never>(() => undefined)],
    ['refuses', () => Promise.reject(new Error('connection refused'))],
  ])('tells what it knows while the database %s', async (_, signingState) => {
    const registry = new Registry();
    gaugeProofs(registry, { signingState });
    expect(await registry.metrics()).toContain('mua_proof_days');
  });
});

describe('alarms.yml', () => {
  const rules = ALARMS.split('- alert: ').slice(1);

  test.each(rules.map((rule) => [rule.split('\n')[0], rule]))(
    '%s says what it means, what helps, and how urgent it is',
    (_, rule) => {
      expect(rule).toMatch(/severity: (wake|look) /);
      expect(rule).toMatch(/summary: \S/);
      expect(rule).toMatch(/action: \S/);
    },
  );

  test('has a case for each', () => {
    const cases = ALARM_TESTS.map((path) => readFileSync(path, 'utf8')).join();
    const tested = new Set([...cases.matchAll(/alertname: (\w+)/g)].map(([, name]) => name));
    expect(rules.map((rule) => /^\w+/.exec(rule)?.[0]).filter((name) => !tested.has(name))).toEqual([]);
  });

  const promtool = spawnSync('promtool', ['--version']);
  test.skipIf(promtool.error !== undefined).each([
    ['is what Prometheus takes', 'check', [file('alarms.yml')]],
    ['fires when it should, and not before', 'test', ALARM_TESTS],
  ])('%s (by promtool, of the package prometheus)', (_, verb, paths) => {
    expect(execFileSync('promtool', [verb, 'rules', ...paths], { encoding: 'utf8' })).toContain('SUCCESS');
  });
});
