/**
 * Compares the order book with npm `nodejs-order-book`, on one stream of operations, in one run: machines differ,
 * ratios less. The workload is 10,000 orders resting over 100 levels; 60 % adds, 35 % cancels, 5 % crossing orders that
 * take as much as keeps the book at its size. The stream is made once, so both books cancel orders that are there;
 * afterwards both must show the same levels, or they did not do the same work. Our book also checks owners and reports
 * every event, which the peer does not. Stops, which no peer has, are measured by a price step that fires a few of
 * 10,000 that wait. Spreads beside the months are measured by spread-books.ts.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { OrderBook } from '@mua/core/exchange';
import { seededRandom } from '@mua/core/values';
import { OrderBook as PeerBook, Side as PeerSide } from 'nodejs-order-book';
import { type Figure, median } from '#figure.ts';
import { apply, createOrderStream, idleListener, type Operation, OWNERS, RULES, secondsOf } from '#order-stream.ts';
import { measureSpreadBooks } from '#spread-books.ts';

const STREAM_LENGTH = 60_000;
/** Our book is measured this many times, as one pass takes milliseconds; the peer fewer times, as it is slow. */
const OUR_PASSES = 15;
const PEER_PASSES = 3;
const TARGET_RATIO = 15;
const STOPS = 10_000;
const STOPS_A_PRICE = 4;
const STOP_STEPS = 5_000;

type PeerOperation =
  | { readonly kind: 'submit'; readonly order: { id: string; side: PeerSide; size: number; price: number } }
  | { readonly kind: 'cancel'; readonly orderId: string };

export async function measureOrderBook(): Promise<Figure[]> {
  const workload = createOrderStream(seededRandom(20_261_120));
  const filling = workload.fill();
  const stream = workload.continue(STREAM_LENGTH);
  const peerFilling = filling.map(forPeer);
  const peerStream = stream.map(forPeer);

  // Alternating between the books makes a slow minute of a shared machine hit both.
  const ours: number[] = [];
  const peers: number[] = [];
  for (let pass = 0; pass < OUR_PASSES; pass += 1) {
    ours.push(timeOurs(filling, stream).opsPerSecond);
    if (pass % (OUR_PASSES / PEER_PASSES) === 0) peers.push(timePeer(peerFilling, peerStream).opsPerSecond);
  }
  assertSameBooks(timeOurs(filling, stream).book, timePeer(peerFilling, peerStream).book);

  const ourOps = median(ours);
  const peerOps = median(peers);
  const peer = { name: 'nodejs-order-book 10.1.1', value: Math.round(peerOps) };
  const ratio = Math.round((ourOps / peerOps) * 10) / 10;
  return [
    { id: 'order-book.ops-ratio', unit: 'x', value: ratio, target: TARGET_RATIO, better: 'max' },
    // An absolute rate depends on the machine's load, so its target is relative.
    {
      id: 'order-book.ops',
      unit: 'ops/s',
      value: Math.round(ourOps),
      target: Math.round(TARGET_RATIO * peerOps),
      better: 'max',
      peer,
    },
    { id: 'order-book.op-time', unit: 'us', ...timeSingleOperations(filling, stream), target: 5, better: 'min' },
    { id: 'order-book.bytes-per-order', unit: 'bytes', value: measureBytesPerOrder(), target: 150, better: 'min' },
    { id: 'order-book.stop-step', unit: 'us', ...timeStopSteps(), target: 1_000, better: 'min' },
    measureSpreadBooks(),
  ];
}

// ---- the two books under measurement ----

function timeOurs(filling: readonly Operation[], stream: readonly Operation[]) {
  const book = new OrderBook(RULES, idleListener());
  for (const operation of filling) apply(book, operation);
  const seconds = secondsOf(() => {
    for (const operation of stream) apply(book, operation);
  });
  return { book, opsPerSecond: stream.length / seconds };
}

function timePeer(filling: readonly PeerOperation[], stream: readonly PeerOperation[]) {
  const book = new PeerBook();
  const run = (operation: PeerOperation): void => {
    if (operation.kind === 'submit') book.limit(operation.order);
    else book.cancel(operation.orderId);
  };
  for (const operation of filling) run(operation);
  const seconds = secondsOf(() => {
    for (const operation of stream) run(operation);
  });
  return { book, opsPerSecond: stream.length / seconds };
}

function forPeer(operation: Operation): PeerOperation {
  if (operation.kind === 'cancel') return operation;
  const { orderId, side, quantityLots, limitPriceTicks = 0 } = operation.order;
  const peerSide = side === 'BUY' ? PeerSide.BUY : PeerSide.SELL;
  return { kind: 'submit', order: { id: orderId, side: peerSide, size: quantityLots, price: limitPriceTicks } };
}

function assertSameBooks(ours: OrderBook, peers: PeerBook): void {
  const { bids, asks } = ours.depth(Number.MAX_SAFE_INTEGER);
  const text = (levels: readonly (readonly [number, number])[]): string =>
    [...levels].sort(([a], [b]) => a - b).join(' ');
  const [peerAsks, peerBids] = peers.depth();
  const same =
    text(bids.map(({ priceTicks, lots }) => [priceTicks, lots])) === text(peerBids) &&
    text(asks.map(({ priceTicks, lots }) => [priceTicks, lots])) === text(peerAsks);
  if (!same) throw new Error('the two books ended differently: they did not do the same work');
}

/** Times single operations. The clock itself costs some 0.05 us and is included. */
function timeSingleOperations(filling: readonly Operation[], stream: readonly Operation[]) {
  const book = new OrderBook(RULES, idleListener());
  for (const operation of filling) apply(book, operation);
  const times = new Float64Array(stream.length);
  for (const [at, operation] of stream.entries()) {
    const start = performance.now();
    apply(book, operation);
    times[at] = (performance.now() - start) * 1_000;
  }
  return percentiles(times);
}

function percentiles(times: Float64Array) {
  times.sort();
  const at = (share: number): number => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
  return { value: at(0.5), p99: at(0.99) };
}

/**
 * Times one step: a trade one tick higher, the four stops that it fires, and their fills. Four others are placed far
 * away.
 */
function timeStopSteps() {
  const book = new OrderBook(RULES, idleListener());
  let stopCount = 0;
  const arm = (stopPriceTicks: number): void => {
    for (let place = 0; place < STOPS_A_PRICE; place += 1) {
      stopCount += 1;
      const who = { orderId: `T${stopCount}`, ownerId: OWNERS[stopCount % OWNERS.length] ?? '' };
      const terms = {
        contractCode: 'ZCEZ26',
        side: 'BUY',
        orderType: 'STOP',
        duration: 'GTC',
        quantityLots: 1,
      } as const;
      book.submit({ ...who, ...terms, stopPriceTicks });
    }
  };
  const prices = STOPS / STOPS_A_PRICE;
  for (let priceTicks = 1; priceTicks <= prices; priceTicks += 1) arm(priceTicks);
  const times = new Float64Array(STOP_STEPS);
  for (let priceTicks = 1; priceTicks <= STOP_STEPS; priceTicks += 1) {
    arm(priceTicks + prices);
    book.quote({ orderId: 'offer', ownerId: 'maker', side: 'SELL', priceTicks, lots: STOPS_A_PRICE + 1 });
    const start = performance.now();
    book.quote({ orderId: 'bid', ownerId: 'taker', side: 'BUY', priceTicks, lots: 1 });
    times[priceTicks - 1] = (performance.now() - start) * 1_000;
  }
  if (book.stopCount !== STOPS || book.orderCount > 0) throw new Error('the stops did not fire as they should');
  return percentiles(times);
}

/**
 * Measures the heap that a book of 10,000 orders holds after a long churn, per order: pools, index slack and the text
 * of the order ids included (the book keeps it alive), owners' names not (they are shared). It needs `global.gc` for
 * exact heap sizes: with `node --expose-gc`, or else the flag is set here at run time.
 */
function measureBytesPerOrder(): number {
  const collect = garbageCollector();
  // One churn warms the runtime, so that compiled code and feedback are not weighed.
  churnedBook();
  collect();
  const before = process.memoryUsage();
  const book = churnedBook();
  collect();
  const after = process.memoryUsage();
  const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
  return Math.round(bytes / book.orderCount);
}

/** The workload and its list of live ids are local here, so that only the book remains in memory. */
function churnedBook(): OrderBook {
  const workload = createOrderStream(seededRandom(7));
  const book = new OrderBook(RULES, idleListener());
  for (const operation of workload.fill()) apply(book, operation);
  for (let round = 0; round < 10; round += 1) {
    for (const operation of workload.continue(10_000)) apply(book, operation);
  }
  return book;
}

function garbageCollector(): () => void {
  if (globalThis.gc === undefined) setFlagsFromString('--expose-gc');
  const gc: () => void = globalThis.gc ?? runInNewContext('gc');
  return () => {
    for (let round = 0; round < 4; round += 1) gc();
  };
}
