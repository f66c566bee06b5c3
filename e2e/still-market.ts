/**
 * Freezes a market for pictures that are compared: contracts, prices, book, tape, bars and time are the same in every
 * run. The product serves its files; its calls and sockets are answered here.
 */
import type { Page, Route, WebSocketRoute } from '@playwright/test';
import { createSyntheticMarket } from '../bench/src/synthetic-market.ts';

/** This is a Friday afternoon in Vietnam. */
export const INSTANT = '2026-11-20T07:30:00.000Z';
const INSTANT_MS = Date.parse(INSTANT);
const MINUTE_MS = 60_000;
const BAR_MINUTES = 15;
const BARS = 300;

const market = createSyntheticMarket({ count: 40, seed: 3 });
const contracts = market.contracts.map((contract) => ({ ...contract, pricesAt: INSTANT }));
const quotes = market.quotes().map((quote) => ({ ...quote, time: INSTANT }));

/** The contract of the desk's pictures. */
export const SHOWN = contracts[0]?.code ?? '';

/** Lots of the best bid: once they are on the screen, the book is. */
export const DEEPEST = '97';

export async function standStill(page: Page): Promise<void> {
  await page.clock.setFixedTime(INSTANT_MS);
  await page.route('**/api/**', answer);
  await page.routeWebSocket(/socket\.io/, speak);
}

function answer(route: Route): Promise<void> {
  const json = replyTo(new URL(route.request().url()));
  return json
    ? route.fulfill({ json })
    : route.fulfill({ status: 404, json: { code: 'NotFound', facts: {}, requestId: 'still' } });
}

function replyTo({ pathname: path, searchParams }: URL): object | undefined {
  if (path === '/api/market/contracts') return { items: contracts, nextCursor: null };
  if (path.endsWith('/priceboard')) return { seq: 0, items: quotes };
  const charted = /\/contracts\/([^/]+)\/candles$/.exec(path)?.[1];
  if (charted) return { items: bars(charted), nextCursor: null, tradeDates: null };
  if (path.endsWith('/volume-at-price')) return { items: [], lastTradeId: null, volume: 0 };
  if (path.endsWith('/sparklines')) return { items: (searchParams.get('contractCodes') ?? '').split(',').map(line) };
  if (path.endsWith('/trade/histories')) return { items: trades(), nextCursor: null };
  if (path.endsWith('/extra-info')) {
    const served = {
      version: 'still',
      mode: 'demo',
      venue: 'simulated',
      marketHours: 'always',
      clock: 'system',
      demoSignIn: null,
    };
    return { ...served, engineTime: INSTANT };
  }
  return undefined;
}

/** Speaks as much of a feed as greets, answers each subscription with one snapshot, and tells the time. */
function speak(socket: WebSocketRoute): void {
  socket.send('0{"sid":"still","upgrades":[],"pingInterval":600000,"pingTimeout":600000,"maxPayload":1000000}');
  socket.onMessage((message) => {
    const text = String(message);
    const space = /^4[0-9](\/[^,]+),/.exec(text)?.[1] ?? '';
    if (text.startsWith('40')) {
      socket.send(`40${space},{"sid":"still"}`);
      socket.send(`42${space},${JSON.stringify(['heartbeat', { timeMs: INSTANT_MS, marketMs: INSTANT_MS }])}`);
      return;
    }
    const [, ack = '', body = ''] = /^42\/[^,]+,(\d*)(\[.*\])$/s.exec(text) ?? [];
    if (body === '') return;
    const [kind, { event, codes }] = JSON.parse(body) as [string, { event: string; codes: string[] }];
    socket.send(`43${space},${ack}[{"ok":true,"seq":0}]`);
    if (kind !== 'subscribe') return;
    socket.send(`42${space},${JSON.stringify(['snapshot', { event, seq: 0, items: itemsOf(event, codes) }])}`);
  });
}

function itemsOf(event: string, codes: readonly string[]): readonly object[] {
  if (event === 'prices') return quotes.filter(({ code }) => codes.includes(code));
  if (event === 'depth') return codes.map(depth);
  return [];
}

function depth(code: string): object {
  const { bid, ask, decimalFormat } = figuresOf(code);
  const step = decimalFormat.tickUnits / 10 ** decimalFormat.scale;
  const levels = (from: number, by: number) =>
    Array.from({ length: 10 }, (_, level) => ({
      price: (from + level * by * step).toFixed(decimalFormat.scale),
      lots: level === 0 ? Number(DEEPEST) : 20 + ((level * 37) % 70),
    }));
  return { code, bids: levels(bid, -1), asks: levels(ask, 1), time: INSTANT };
}

function trades(): readonly object[] {
  const { last, decimalFormat } = figuresOf(SHOWN);
  return Array.from({ length: 30 }, (_, place) => ({
    ...{ tradeId: `t${place}`, code: SHOWN, price: last.toFixed(decimalFormat.scale), lots: 1 + ((place * 7) % 24) },
    ...(place % 3 === 0 ? { side: 'SELL', sideCode: 2 } : { side: 'BUY', sideCode: 1 }),
    time: new Date(INSTANT_MS - place * 4_000).toISOString(),
  }));
}

/** Builds a day of quarter hours; each contract's wave begins elsewhere. */
function line(contractCode: string): object {
  const begun = contracts.findIndex(({ code }) => code === contractCode);
  const points = bars(contractCode, begun * 11).slice(-96);
  return { contractCode, times: points.map(({ time }) => time), closes: points.map(({ close }) => close) };
}

function bars(code = SHOWN, begun = 0) {
  const { last, decimalFormat } = figuresOf(code);
  const step = decimalFormat.tickUnits / 10 ** decimalFormat.scale;
  const wave = (bar: number) => 18 * Math.sin((bar + begun) / 31) + 5 * Math.sin((bar + begun) / 4);
  const at = (bar: number) => last + Math.round(wave(bar) - wave(0)) * step;
  const price = (value: number) => value.toFixed(decimalFormat.scale);
  return Array.from({ length: BARS }, (_, bar) => {
    const [open, close] = [at(bar - BARS), at(bar + 1 - BARS)];
    return {
      time: new Date(INSTANT_MS - (BARS - bar) * BAR_MINUTES * MINUTE_MS).toISOString(),
      open: price(open),
      high: price(Math.max(open, close) + (bar % 4) * step),
      low: price(Math.min(open, close) - (bar % 3) * step),
      close: price(close),
      volume: 40 + ((bar * 53) % 260),
    };
  });
}

function figuresOf(code: string) {
  const contract = contracts.find((each) => each.code === code);
  if (!contract) throw new Error(`no contract ${code}`);
  const { bidPrice, askPrice, matchPrice, decimalFormat } = contract;
  return { bid: Number(bidPrice), ask: Number(askPrice), last: Number(matchPrice), decimalFormat };
}
