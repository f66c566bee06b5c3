/**
 * Which margin levels are told: each that is reached again, unless its last notice is young and unread; a lower one and
 * forced liquidation at once; a countdown once.
 */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@mua/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AN_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { CORN_MARGIN_VND } from '../../../core/test/scenarios/broker.ts';

const MINUTE_MS = 60_000;
const LOTS = 20;
/** What the demo gave, less the fees of 20 lots. */
const CASH_VND = 1_000_000_000 - LOTS * 350_000;
const REQUIRED_VND = LOTS * Number(CORN_MARGIN_VND);
const TICK_VND = LOTS * 326_250;

let platform: Platform;
let an: Browser;

beforeEach(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
  platform.venue.fillAtTicks = 1800;
  const order = { contractCode: CODE, side: 'BUY', orderType: 'LIMIT', duration: 'DAY', limitPrice: '450.00' };
  await an.post(`/api/order/${AN_1}/place`, { ...order, clientOrderId: randomUUID(), quantity: LOTS });
  await platform.sequencer.settled();
});
afterEach(() => platform.close());

/** Prices at which the account has these ratios, one after the other; they may be in one batch. */
async function ratios(...percents: number[]): Promise<void> {
  const marks = percents.map((percent) => {
    const lastTicks = 1800 - Math.trunc((CASH_VND - (REQUIRED_VND * percent) / 100) / TICK_VND);
    const prices = [{ contractCode: CODE, lastTicks, highTicks: lastTicks, lowTicks: lastTicks }];
    return platform.sequencer.submit({ kind: 'markPrices', prices });
  });
  await Promise.all(marks);
  await platform.sequencer.settled();
}

/** Codes of the margin, the oldest first. */
async function told(): Promise<string[]> {
  const { items } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
  const codes: string[] = items.map(({ code }: { readonly code: string }) => code);
  return codes.filter((code) => code.startsWith('Margin')).reverse();
}

const readAll = () => an.post(`/api/notification/${AN_1}/mailbox/read-all`, {});

test('a second margin call of the same trade date is told', async () => {
  await ratios(99, 101);
  platform.clock.advanceBy(17 * 60 * MINUTE_MS);
  await ratios(95);
  expect(await told()).toEqual(['Margin100', 'Margin100']);
});

test('a level that is crossed again and again is told once while that lies unread, for half an hour', async () => {
  await ratios(69, 71, 69);
  platform.clock.advanceBy(LIMITS.marginToldAgainMs - 1);
  await ratios(71);
  await ratios(69);
  expect(await told()).toEqual(['Margin70']);
  await ratios(71);
  platform.clock.advanceBy(1);
  await ratios(69);
  expect(await told()).toEqual(['Margin70', 'Margin70']);
});

test('what was read is told again at once', async () => {
  await ratios(99, 101);
  await readAll();
  await ratios(99, 101, 99);
  expect(await told()).toEqual(['Margin100', 'Margin100']);
});

test('a lower level is told at once', async () => {
  await ratios(99);
  await ratios(69);
  await ratios(39);
  expect(await told()).toEqual(['Margin100', 'Margin70', 'Margin40']);
});

test('a countdown is told once, and another one at once', async () => {
  await ratios(39, 45, 39);
  await readAll();
  await ratios(50);
  await ratios(39);
  expect(await told()).toEqual(['Margin40']);
  await ratios(75);
  await ratios(39);
  expect(await told()).toEqual(['Margin40', 'MarginLifted', 'Margin40']);
});
