/**
 * Runs kill -9 under load: whatever was acknowledged exists afterwards, once and with the same terms; everything else
 * is either absent or complete. The number of acknowledgements before each kill is drawn from the seed.
 */
import { randomUUID } from 'node:crypto';
import { seededRandom } from '@mua/core/values';
import { afterAll, describe, expect, test } from 'vitest';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome, type RunningProduct } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const CYCLES = Number(process.env.KILL_CYCLES ?? 6);
const CLIENTS = 8;
const SEED = 20261120;
/** The maximum number of intents per cycle: the rate limit allows no more before the kill. */
const LAST_CYCLE = 80;
const ACCOUNTS = ['108C000001-01', '108C000001-02'];

interface Intent {
  readonly accountId: string;
  readonly clientOrderId: string;
  readonly quantity: number;
  orderId?: string;
  isCancelled?: boolean;
}

const home = ProductHome.begun({ SEED: '5' });
afterAll(() => home.clear());

describe('kill -9', () => {
  test(`${CYCLES} kills lose no acknowledged order and duplicate none`, async () => {
    const random = seededRandom(SEED);
    const intents: Intent[] = [];
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const product = await home.start();
      const investor = new InvestorClient(product.url);
      await investor.signIn('an@mua.demo');
      await verify(investor, intents.slice(-LAST_CYCLE));
      await cancelAll(investor, intents.slice(-LAST_CYCLE));
      const terms = await restingBuy(investor);
      await placeUntilKilled(product, investor, intents, terms, random.between(15, 60), cycle);
    }
    const product = await home.start();
    // How long a start takes is a benchmark's; here it only must not hang.
    expect(product.startedInMs).toBeLessThan(60_000);
    const investor = new InvestorClient(product.url);
    await investor.signIn('an@mua.demo');
    await verify(investor, intents);
    expect(intents.filter((intent) => intent.orderId).length).toBeGreaterThan(CYCLES * 14);
    expect(await product.stop()).toBe(0);
    expect(home.postgresPids()).toEqual([]);
  });
});

/** Frees the margin for the next cycle; an acknowledged cancel must survive as well. */
async function cancelAll(investor: InvestorClient, intents: readonly Intent[]): Promise<void> {
  const resting = intents.filter((intent) => intent.orderId && !intent.isCancelled);
  const answers = await inGroups(resting, ({ accountId, orderId }) =>
    investor.post(`/api/order/${accountId}/cancel`, { orderId }),
  );
  for (const [index, intent] of resting.entries()) intent.isCancelled = answers[index]?.status === 200;
}

async function placeUntilKilled(
  product: RunningProduct,
  investor: InvestorClient,
  intents: Intent[],
  terms: Awaited<ReturnType<typeof restingBuy>>,
  killAfter: number,
  cycle: number,
): Promise<void> {
  let acknowledged = 0;
  let isDead = false;
  let dying: Promise<void> | undefined;
  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    while (!isDead) {
      const intent: Intent = {
        accountId: ACCOUNTS[index % ACCOUNTS.length] ?? '',
        clientOrderId: randomUUID(),
        quantity: 1 + (intents.length % 3),
      };
      intents.push(intent);
      const { accountId, clientOrderId, quantity } = intent;
      const order = { ...terms, clientOrderId, quantity };
      const answer = await investor.post(`/api/order/${accountId}/place`, order).catch(() => undefined);
      if (!answer) return;
      if (answer.status === 201 || answer.status === 422) {
        if (answer.status === 201) intent.orderId = answer.body.order.orderId;
        acknowledged += 1;
      }
      if (acknowledged >= killAfter && !dying) {
        isDead = true;
        if (cycle % 3 === 1) home.killPostgres();
        dying = product.kill();
        if (cycle % 3 === 2) home.killPostgres();
      }
    }
  });
  await Promise.all(clients);
  await dying;
}

/** Checks every intent by its id: acknowledged ones exist with their terms, others exist completely or not at all. */
async function verify(investor: InvestorClient, intents: readonly Intent[]): Promise<void> {
  const orderIds = new Set<string>();
  const answers = await inGroups(intents, (intent) =>
    investor.get(`/api/order/${intent.accountId}/by-client-id/${intent.clientOrderId}`),
  );
  for (const [index, intent] of intents.entries()) {
    const { status, body } = answers[index] ?? { status: 0, body: undefined };
    if (intent.orderId) expect({ status, orderId: body.orderId }).toEqual({ status: 200, orderId: intent.orderId });
    if (status === 404) continue;
    expect(body).toMatchObject({ clientOrderId: intent.clientOrderId, quantity: intent.quantity, side: 'BUY' });
    if (intent.isCancelled) expect(['IN_CANCEL', 'CANCELLED']).toContain(body.status);
    expect(orderIds.has(body.orderId)).toBe(false);
    orderIds.add(body.orderId);
  }
}

/** Runs sixteen at a time; results are in order. */
async function inGroups<T, A>(items: readonly T[], ask: (item: T) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  for (let at = 0; at < items.length; at += 16) answers.push(...(await Promise.all(items.slice(at, at + 16).map(ask))));
  return answers;
}
