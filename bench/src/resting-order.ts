/** Builds a buy that rests below the market, for benchmarks of orders. */
import type { Contract } from '@mua/contract/entities/contract';

export interface RestingOrder {
  readonly contractCode: string;
  readonly limitPrice: string;
}

/** Nearer to its close-out a contract takes only orders that reduce. */
const SESSIONS_LEFT = 20;

/**
 * Prices the order four percent below the market in crude oil, whose daily limit is wide; not in a contract that is
 * left out.
 */
export async function restingOrder(url: string, leftOut: ReadonlySet<string> = new Set()): Promise<RestingOrder> {
  const reply = await fetch(`${url}/api/market/contracts?commodityCode=CLE`, { signal: AbortSignal.timeout(10_000) });
  const { items } = (await reply.json()) as { items: readonly Contract[] };
  const crude = items.find(
    ({ code, bidPrice, sessionsLeft }) =>
      bidPrice !== null && (sessionsLeft?.long ?? 0) > SESSIONS_LEFT && !leftOut.has(code),
  );
  if (!crude) throw new Error('no crude oil to order');
  return { contractCode: crude.code, limitPrice: (Number(crude.bidPrice) * 0.96).toFixed(2) };
}
