/** What happens in a golden database, and how an investor sees it: by calls that every release since the first has. */
import { randomUUID } from 'node:crypto';
import { type Answer, InvestorClient } from '#test/fixtures/investor-client.ts';
import { payIn } from '#test/fixtures/paid-in.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';
import { ACCOUNT, BANK_WEBHOOK_SECRET, type Figures } from '#test/golden/golden-data.ts';

/**
 * Money comes in, where the release takes any; an order rests, one is cancelled, one is filled into a position, and part
 * of it is closed.
 */
export async function trade(url: string): Promise<void> {
  const investor = await signedIn(url);
  const now = new Date((await investor.get('/health/ready')).body.engineTimeMs).toISOString();
  await payIn(investor, {
    ...{ url, accountId: ACCOUNT, amount: 50_000_000n },
    ...{ secret: BANK_WEBHOOK_SECRET, bookedAt: now },
  });
  const resting = await restingBuy(investor);
  await place(investor, { ...resting, quantity: 2 });
  const cancelled = await place(investor, { ...resting, quantity: 3 });
  await pass(investor);
  demand(await investor.post(`/api/order/${ACCOUNT}/cancel`, { orderId: cancelled }));
  const { contractCode } = resting;
  const market = { contractCode, orderType: 'MARKET', duration: 'DAY' } as const;
  await place(investor, { ...market, side: 'BUY', quantity: 4 });
  await pass(investor);
  await place(investor, { ...market, side: 'SELL', quantity: 1 });
  await pass(investor);
}

export async function seen(url: string): Promise<Figures> {
  const investor = await signedIn(url);
  const orders = demand(await investor.get(`/api/order/${ACCOUNT}/query`)).items;
  const positions = demand(await investor.get(`/api/order/${ACCOUNT}/open-positions`)).items;
  return {
    orders: picked(orders, [
      ...['orderId', 'clientOrderId', 'contractCode', 'side', 'orderType', 'duration', 'status'],
      ...['quantity', 'filledQuantity', 'limitPrice', 'averagePrice'],
    ]),
    positions: picked(positions, [
      'contractCode',
      'buyQuantity',
      'sellQuantity',
      'netLots',
      'averagePrice',
      'openLots',
    ]),
    cash: demand(await investor.get(`/api/investor/margin-status/${ACCOUNT}`)).cash,
  };
}

async function signedIn(url: string): Promise<InvestorClient> {
  const investor = new InvestorClient(url);
  await investor.signIn('an@mua.demo');
  return investor;
}

async function place(investor: InvestorClient, order: object): Promise<string> {
  const sent = { ...order, clientOrderId: randomUUID() };
  return demand(await investor.post(`/api/order/${ACCOUNT}/place`, sent)).order.orderId;
}

/** The exchange answers within its second, by the manual clock. */
async function pass(investor: InvestorClient): Promise<void> {
  demand(await investor.post('/api/dev/clock', { advanceMs: 3_000 }));
}

function demand({ status, body }: Answer): Answer['body'] {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Fields that a release did not have yet are not compared. */
function picked(items: readonly Record<string, unknown>[], names: readonly string[]): Record<string, unknown>[] {
  return items.map((item) =>
    Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]])),
  );
}
