/** What the engine is told of the market: a stop is fired by what traded while it waited, and by nothing from before. */
import {
  type CommandBody,
  createEngineState,
  type EngineState,
  type PriceMark,
  TIME_TO_SEND_MS,
} from '@mua/core/engine';
import { beforeEach, expect, test } from 'vitest';
import { STALLED_MS } from '#journal/sequencer.ts';
import { createPriceMarks, type PriceMarks } from '#market/price-marks.ts';

const CORN = 'ZCEZ26';
const BEGUN_MS = 1_000_000;

let state: EngineState;
let marks: PriceMarks;
let round: () => void;
let entered: PriceMark[];
/** Of the oldest command that is not on disk. */
let waitingMs: number;

beforeEach(() => {
  state = createEngineState();
  state.timeMs = BEGUN_MS;
  begin();
});

function begin(): void {
  entered = [];
  waitingMs = 0;
  const enter = async (command: CommandBody) => {
    if (command.kind === 'markPrices') entered.push(...command.prices);
  };
  const every = (_intervalMs: number, task: () => void) => {
    round = task;
    return () => {};
  };
  const sequencer = {
    state,
    get waitingMs() {
      return waitingMs;
    },
  };
  marks = createPriceMarks({ sequencer, entry: { enter } as never, every });
  marks.start();
}

function watch(): void {
  state.triggerIndexes.set(CORN, { isEmpty: false } as never);
}

/** In order, each a second after the one before. */
function trade(fromMs: number, ...prices: number[]): void {
  const trades = prices.map((priceTicks, nth) => {
    const timeMs = fromMs + nth * 1_000;
    return { tradeId: `${timeMs}`, timeMs, priceTicks, lots: 1, aggressor: 'BUY' as const };
  });
  marks.take([{ contractCode: CORN, timeMs: fromMs, trades }]);
}

const told = () => entered.map(({ lastTicks, highTicks, lowTicks }) => [lowTicks, lastTicks, highTicks]);

test('the extremes between two marks, while a trigger watches', () => {
  watch();
  trade(BEGUN_MS + 1_000, 1_790, 1_780, 1_800);
  round();
  trade(BEGUN_MS + 9_000, 1_801);
  round();
  expect(told()).toEqual([
    [1_780, 1_800, 1_800],
    [1_800, 1_801, 1_801],
  ]);
});

test('not what traded before anything watched', () => {
  trade(BEGUN_MS + 1_000, 1_700, 1_900, 1_790);
  round();
  watch();
  round();
  trade(BEGUN_MS + 9_000, 1_792);
  round();
  expect(told()).toEqual([
    [1_790, 1_790, 1_790],
    [1_792, 1_792, 1_792],
  ]);
});

test.each([
  ['a moment', TIME_TO_SEND_MS, [1_780, 1_800, 1_830]],
  ['longer', TIME_TO_SEND_MS + 1, [1_800, 1_800, 1_800]],
])('nothing while the journal hangs; after %s what is still meant for the moment', (_what, hungMs, mark) => {
  watch();
  trade(BEGUN_MS + 1_000, 1_790);
  round();
  waitingMs = STALLED_MS + 1;
  trade(BEGUN_MS + 9_000, 1_780, 1_830, 1_800);
  round();
  waitingMs = hungMs;
  round();
  expect(told()).toHaveLength(1);
  waitingMs = 0;
  round();
  expect(told().slice(1)).toEqual([mark]);
});

test('not what an exchange tells again', () => {
  watch();
  trade(BEGUN_MS + 1_000, 1_700, 1_790);
  round();
  entered = [];
  trade(BEGUN_MS + 1_000, 1_700, 1_790);
  round();
  expect(told()).toEqual([[1_790, 1_790, 1_790]]);
});

test('not what traded before the engine began, and what traded since', () => {
  watch();
  trade(BEGUN_MS - 2_000, 1_700, 1_780, 1_790);
  round();
  trade(BEGUN_MS + 1_000, 1_770, 1_791);
  round();
  expect(told()).toEqual([
    [1_790, 1_790, 1_790],
    [1_770, 1_791, 1_791],
  ]);
});
