/**
 * Measures order lists over HTTP with a million stored orders: typical filters, first and deepest page, for a
 * sub-account with the usual five thousand and one with a hundred thousand.
 */
import { startEmbeddedPostgres } from '@mua/server/db/embedded-postgres';
import { encodeCursor } from '@mua/server/wire/page-cursor';
import pg from 'pg';
import { askLists, roundedAt } from '#asked-lists.ts';
import { type BenchInvestor, type BenchProduct, signInMany, startBenchProduct } from '#bench-product.ts';
import type { Figure } from '#figure.ts';
import { fillReadTables, STORED } from '#stored-orders.ts';

const INVESTORS = 200;
const TARGET_MS = 50;
const DAY_MS = 86_400_000;

interface Stand {
  readonly product: BenchProduct;
  readonly people: readonly BenchInvestor[];
  readonly contractCodes: readonly string[];
}

let stand: Stand | undefined;

async function prepare(): Promise<Stand> {
  const product = await startBenchProduct(INVESTORS);
  // Stored at once, so that `finish` stops it even if filling fails.
  stand = { product, people: [], contractCodes: [] };
  const people = await signInMany(product.url, INVESTORS);
  const board = (await (await fetch(`${product.url}/api/market/priceboard`)).json()) as {
    items: { code: string; bid: string | null }[];
  };
  const contractCodes = board.items.filter(({ bid }) => bid !== null).map(({ code }) => code);
  // PostgreSQL is running already: this attaches to it.
  const client = new pg.Client({ connectionString: (await startEmbeddedPostgres(product.home)).url });
  await client.connect();
  await client.query('set synchronous_commit = off');
  await fillReadTables({ url: product.url, client, people, contractCodes });
  await client.end();
  stand = { product, people, contractCodes };
  return stand;
}

/** Returns the addresses below a sub-account, by what they list. */
function cases(contractCodes: readonly string[]): Record<string, readonly string[]> {
  const [code = ''] = contractCodes;
  const today = `orderDateTime[gte]=${new Date(Date.now() - DAY_MS).toISOString()}`;
  const before = (what: string, ...parts: readonly (string | number)[]): string =>
    `cursor=${encodeCursor(what, ...parts)}`;
  const deepest = STORED / 100;
  return {
    query: [
      'query',
      'query?limit=100',
      `query?${today}`,
      'query?statusOrder[nin]=PENDING,WORKING,NOT_SENT',
      `query?contractCode[contains]=${code}`,
      `query?contractCode[contains]=${code}&statusOrder[nin]=CANCELLED,REJECTED&${today}`,
      // Rare statuses require a search of the whole list.
      'query?statusOrder[nin]=FILLED,CANCELLED,REJECTED,EXPIRED',
      'query?contractCode[contains]=NONE99',
      `query?${before('received', deepest, 'x')}`,
      `query?statusOrder[nin]=FILLED,CANCELLED,REJECTED&${before('received', deepest, 'x')}`,
    ],
    histories: [
      'histories',
      'histories?limit=100',
      `histories?contractCode=${code}`,
      'histories?contractCode=NONE99',
      `histories?${before('closed', deepest, 'x')}`,
      `histories?contractCode=${code}&${before('closed', deepest, 'x')}`,
    ],
    'conditional-orders': [
      'conditional-orders',
      'conditional-orders?view=pending',
      'conditional-orders?view=activated',
      `conditional-orders?contractCode=${code}`,
      'conditional-orders?contractCode=NONE99',
      `conditional-orders?view=pending&contractCode=${code}`,
      `conditional-orders?${before('conditional', deepest)}`,
      `conditional-orders?view=activated&${before('conditional', deepest)}`,
    ],
  };
}

export async function measureQueries(): Promise<Figure[]> {
  const { product, people, contractCodes } = stand?.people.length ? stand : await prepare();
  const figures: Figure[] = [];
  for (const [name, addresses] of Object.entries(cases(contractCodes))) {
    const all = await askLists({ url: product.url, people, addresses, below: '/api/order' });
    const facts = { unit: 'ms', target: TARGET_MS, better: 'min' } as const;
    figures.push({ id: `queries.${name}-p99`, value: roundedAt(all, 0.99), ...facts });
    figures.push({ id: `queries.${name}-p50`, value: roundedAt(all, 0.5), ...facts });
  }
  return figures;
}

export async function finishQueries(): Promise<void> {
  await stand?.product.stop();
  stand = undefined;
}
