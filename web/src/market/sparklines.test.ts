import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { sparkQuery } from '#market/sparklines.ts';

const GRID = { scale: 2, tickUnits: 25, display: 'decimal' } as const;
const contracts = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ code: `C${place}`, decimalFormat: GRID }));
const asked: string[][] = [];

function answering(reply: (codes: string[]) => { status: number; body: unknown }) {
  vi.stubGlobal('window', { location: { origin: 'https://mua.example' } });
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', async (url: string) => {
    const codes = new URL(url, 'https://mua.example').searchParams.get('contractCodes')?.split(',') ?? [];
    asked.push(codes);
    const { status, body } = reply(codes);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
}

afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const lineOf = (contractCode: string, closes: string[]) => ({
  contractCode,
  times: closes.map((_, hour) => `2026-11-20T0${hour}:00:00.000Z`),
  closes,
});

test('rows shown together ask once, a hundred at a time, and each gets its own line', async () => {
  answering((codes) => ({
    status: 200,
    body: { items: codes.map((code) => lineOf(code, ['4.50', `${code.slice(1)}.25`])) },
  }));
  const client = new QueryClient();
  const lines = await Promise.all(contracts(130).map((contract) => client.fetchQuery(sparkQuery(contract))));
  expect(asked.map((codes) => codes.length)).toEqual([100, 30]);
  expect(lines[7]).toEqual([
    { timeMs: Date.UTC(2026, 10, 20, 0), close: 18 },
    { timeMs: Date.UTC(2026, 10, 20, 1), close: 29 },
  ]);
});

test('a price off the grid is dropped; a failed call fails for every row', async () => {
  answering(() => ({ status: 200, body: { items: [lineOf('C0', ['4.50', '4.51', '4.75'])] } }));
  const [first, second] = contracts(2);
  if (!first || !second) throw new Error('two contracts');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const [line, none] = await Promise.all([first, second].map((contract) => client.fetchQuery(sparkQuery(contract))));
  expect(line?.map(({ close }) => close)).toEqual([18, 19]);
  expect(none).toEqual([]);
  answering(() => ({ status: 404, body: { code: 'ContractNotFound', facts: { code: 'C0' }, requestId: 'r' } }));
  const again = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const results = await Promise.allSettled([first, second].map((contract) => again.fetchQuery(sparkQuery(contract))));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
