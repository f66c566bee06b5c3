/**
 * Measures what spreads cost the exchange that lists them: the same orders in a month, alone and with a tenth as many in
 * the book of its spread, whose fills price two legs. Each operation should cost as much as before.
 */
import { createExchange, type Exchange, type VenueRequest } from '@mua/core/exchange';
import { seededRandom } from '@mua/core/values';
import { type Figure, median } from '#figure.ts';
import { createOrderStream, type Operation, RULES, secondsOf } from '#order-stream.ts';

const NEAR = 'ZCEZ26';
const FAR = 'ZCEH27';
const SPREAD = { code: `${NEAR}-${FAR}`, near: NEAR, far: FAR };
const SETTLEMENT_TICKS = 1_000;
const STREAM_LENGTH = 60_000;
/** One of so many is an order in the spread. */
const SPREAD_EVERY = 10;
const PASSES = 15;

interface Stream {
  readonly filling: readonly VenueRequest[];
  readonly requests: readonly VenueRequest[];
}

export function measureSpreadBooks(): Figure {
  const month = streamOf(NEAR, STREAM_LENGTH);
  const spread = streamOf(SPREAD.code, STREAM_LENGTH / SPREAD_EVERY);
  const alone: number[] = [];
  const both: number[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    alone.push(requestsPerSecond(month));
    both.push(requestsPerSecond(month, spread));
  }
  const share = (median(both) / median(alone)) * 100;
  return { id: 'order-book.with-spreads', unit: '% of speed', value: Math.round(share), target: 90, better: 'max' };
}

function streamOf(contractCode: string, length: number): Stream {
  const orders = createOrderStream(seededRandom(20_261_129), contractCode);
  const request = (operation: Operation): VenueRequest =>
    operation.kind === 'submit' ? operation : { ...operation, contractCode };
  return { filling: orders.fill().map(request), requests: orders.continue(length).map(request) };
}

function requestsPerSecond(month: Stream, spread?: Stream): number {
  const exchange = createExchange({ epoch: 'bench', rules: RULES });
  for (const code of [NEAR, FAR]) exchange.listContract(code, { session: 'OPEN', settlementTicks: SETTLEMENT_TICKS });
  if (spread) exchange.listSpread(SPREAD);
  play(exchange, month.filling);
  play(exchange, spread?.filling ?? []);
  const requests = month.requests.flatMap((request, index) => {
    const beside = index % SPREAD_EVERY === 0 ? spread?.requests[index / SPREAD_EVERY] : undefined;
    return beside ? [request, beside] : [request];
  });
  return requests.length / secondsOf(() => play(exchange, requests));
}

function play(exchange: Exchange, requests: readonly VenueRequest[]): void {
  for (const request of requests) exchange.handle(request);
  exchange.takeTrades();
}
