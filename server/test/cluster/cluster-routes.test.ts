/** What the door answers itself. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClusterMetrics } from '#cluster/cluster-metrics.ts';
import { answerForCluster } from '#cluster/cluster-routes.ts';
import { type ClusterView, clusterView } from '#cluster/cluster-view.ts';

const VIEW: ClusterView = {
  ...{ url: 'http://127.0.0.1:8080', isWhole: false },
  processes: [
    {
      ...{ name: 'gateway-1', role: 'gateway', pid: 12, state: 'serves', since: '2026-11-28T00:00:00.000Z' },
      ...{ restarts: 2, epoch: null, seq: 40, lag: 3 },
    },
  ],
  pair: { state: 'alone', durability: 'alone', databases: [{ name: 'database-a', pid: 21, isPrimary: true }] },
  events: [{ time: '2026-11-28T00:00:00.000Z', name: 'nats', state: 'gone', cause: '</script><script>alert(1)' }],
};

const metrics = createClusterMetrics(() => VIEW);
const server = createServer((request, response) => {
  if (!answerForCluster(request, response, { view: () => VIEW, metrics: metrics.text })) response.writeHead(404).end();
});
let url = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test('/cluster.json tells what its schema says', async () => {
  const response = await fetch(`${url}/cluster.json`);
  expect(clusterView.parse(await response.json())).toEqual(VIEW);
});

test.each([
  ['vi,en;q=0.8', 'vi'],
  ['en-GB,vi;q=0.5', 'en'],
  ['', 'vi'],
  ['fr', 'vi'],
])('/cluster with accept-language %j is in %s', async (wanted, language) => {
  const response = await fetch(`${url}/cluster`, { headers: { 'accept-language': wanted } });
  expect(await response.text()).toContain(`<html lang="${language}">`);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('nothing that a process says becomes markup', async () => {
  expect(await (await fetch(`${url}/cluster`)).text()).not.toContain('<script>alert');
});

test('/cluster/metrics is for Prometheus', async () => {
  metrics.answered('gateway-1', 201);
  const text = await (await fetch(`${url}/cluster/metrics`)).text();
  for (const line of [
    'mua_cluster_serves{name="gateway-1",role="gateway"} 1',
    'mua_cluster_restarts{name="gateway-1",role="gateway"} 2',
    'mua_cluster_lag_steps{name="gateway-1"} 3',
    'mua_cluster_whole 0',
    'mua_cluster_two_databases 0',
    'mua_cluster_door_answers_total{name="gateway-1",status="2xx"} 1',
  ])
    expect(text).toContain(`${line}\n`);
});

test('everything else is for others', async () => {
  for (const path of ['/', '/clusters', '/cluster/other']) expect((await fetch(url + path)).status).toBe(404);
});
