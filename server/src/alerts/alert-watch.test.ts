/** Checks when an alert is notified and when it waits, with a manual clock and a journal that the test commits. */
import type { Command, CommandBody, EngineState } from '@mua/core/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredAlert } from '#alerts/alert-store.ts';
import { type AlertWatch, type AlertWatchDeps, watchAlerts } from '#alerts/alert-watch.ts';
import { type ManualClock, manualClock } from '#ground/clock.ts';
import type { DurableStep } from '#journal/sequencer.ts';
import type { Bar, ContractUpdate, Trade } from '#venue/port/market-data.ts';

const CODE = 'ZCEZ26';
const ABOVE: StoredAlert = {
  alertId: 'a',
  accountId: 'an-1',
  contractCode: CODE,
  direction: 'ABOVE',
  priceTicks: 110,
  follows: null,
  drawingKey: null,
  waitId: 'a',
  isRepeating: false,
  note: '',
  createdMs: 0,
  sinceMs: 0,
  reachedMs: null,
  isActive: true,
  isArmed: true,
  endReason: null,
};
const BELOW: StoredAlert = { ...ABOVE, alertId: 'b', waitId: 'b', direction: 'BELOW', priceTicks: 90 };

let clock: ManualClock;
let tradeDate: string;
let lastTicks: number | null;
let tape: Trade[];
let reported: string[];
let written: string[];
let waiting: { body: CommandBody; resolve: (step: DurableStep) => void; reject: (error: Error) => void }[];
let receive: (updates: readonly ContractUpdate[]) => void;
let durable: (steps: readonly DurableStep[]) => void;
/** As the table has them. */
let rows: StoredAlert[];
/** When it answers. */
let answered: Promise<void>;
let watch: AlertWatch;
/** The chart's, oldest first. */
let bars: Pick<Bar, 'openMs' | 'closeTicks'>[];

/** The end of the journal that a start goes on from. */
const ENDED_MS = 1_000_000;

beforeEach(() => {
  clock = manualClock(ENDED_MS);
  tape = [];
  tradeDate = '2026-11-20';
  lastTicks = 100;
  reported = [];
  written = [];
  waiting = [];
  answered = Promise.resolve();
  bars = [];
});

async function start(...alerts: StoredAlert[]): Promise<void> {
  rows = alerts;
  const store: AlertWatchDeps['store'] = {
    async active() {
      const read = rows;
      await answered;
      return read;
    },
    async find(_account, alertId) {
      const row = rows.find((one) => one.alertId === alertId);
      await answered;
      return row;
    },
    setArmed: async ({ alertId, isArmed }) => void written.push(`${alertId} ${isArmed ? 'armed' : 'returning'}`),
  };
  const listed = { contract: { lastTradeDay: '2026-12-14' }, tradeDate: null, commodity: {} };
  const state = { contracts: new Map([[CODE, listed]]), accounts: new Map() };
  watch = await watchAlerts({
    store,
    ends: { end: async ({ alertId }, reason) => void written.push(`${alertId} ${reason}`) },
    market: {
      quote: () => ({ lastTicks, lastMs: clock.nowMs(), timeMs: clock.nowMs() }) as never,
      nowMs: clock.nowMs,
      calendarOf: () => null,
      tape: () => [...tape].reverse(),
      async candles({ limit, beforeMs }) {
        return bars.filter(({ openMs }) => openMs < beforeMs).slice(-limit) as Bar[];
      },
      onUpdate: (listener) => (receive = listener),
    },
    sequencer: {
      get state() {
        return { ...state, tradeDate } as unknown as EngineState;
      },
      submit: (body) => {
        if (body.kind === 'noteAlert') reported.push(`${body.alertId} ${body.lastTicks}`);
        return new Promise((resolve, reject) => waiting.push({ body, resolve, reject }));
      },
      onDurable: (listener) => (durable = listener),
    },
    clock,
    watchedUntilMs: ENDED_MS,
    onError: (error) => {
      throw error;
    },
  });
}

function trade(...prices: number[]): void {
  tell(prices.map((priceTicks) => printed(priceTicks, clock.nowMs())));
}

function tell(trades: Trade[], more: Pick<ContractUpdate, 'hasGap'> = {}): void {
  lastTicks = trades.at(-1)?.priceTicks ?? lastTicks;
  receive([{ contractCode: CODE, timeMs: clock.nowMs(), trades, ...more }]);
}

function printed(priceTicks: number, timeMs: number): Trade {
  return { tradeId: `${timeMs}`, priceTicks, timeMs, lots: 1, aggressor: 'BUY' };
}

async function commit(): Promise<void> {
  for (const { body, resolve } of waiting.splice(0))
    resolve({ command: { ...body, seq: 1, timeMs: clock.nowMs() } as Command, events: [] });
  await Promise.resolve();
  await Promise.resolve();
  await watch.settled();
}

/** The table answers with what it has now once the returned function is called. */
function holdAnswers(): () => void {
  let answer = (): void => {};
  answered = new Promise((resolve) => {
    answer = resolve;
  });
  return () => answer();
}

function later(ms: number): void {
  clock.advanceTo(clock.nowMs() + ms);
}

test('an alert is notified once, by the price that reaches it, whatever the price does before and after the commit', async () => {
  await start(ABOVE, BELOW);
  trade(109, 91);
  expect(reported).toEqual([]);
  trade(110);
  trade(108, 112);
  expect(reported).toEqual(['a 110']);
  await commit();
  trade(100, 111, 90);
  await commit();
  trade(80, 120);
  expect(reported).toEqual(['a 110', 'b 90']);
});

test('a price counts even if it lies between two others in one message', async () => {
  await start(ABOVE);
  trade(100, 115, 100);
  expect(reported).toEqual(['a 115']);
});

test('a start notifies what was reached while the server was down', async () => {
  lastTicks = 111;
  await start(ABOVE, { ...BELOW, isArmed: false, isRepeating: true, reachedMs: 1 });
  expect(reported).toEqual(['a 111']);
});

describe('a touch from which the price has turned back', () => {
  const [touchedMs, nowMs] = [ENDED_MS + 1_000, ENDED_MS + 60_000];
  beforeEach(() => clock.advanceTo(nowMs));

  test('is told of by a start, unless the journal or the alert is younger', async () => {
    tape = [printed(108, ENDED_MS - 1), printed(112, touchedMs), printed(100, nowMs)];
    await start(
      { ...ABOVE, alertId: 'waited', waitId: 'waited' },
      { ...ABOVE, alertId: 'set since', waitId: 'set since', sinceMs: touchedMs + 1 },
      { ...ABOVE, alertId: 'higher', waitId: 'higher', priceTicks: 113 },
      { ...BELOW, priceTicks: 101, sinceMs: touchedMs + 1 },
    );
    expect(reported).toEqual(['waited 112', 'b 100']);
    tape = [printed(112, ENDED_MS - 1), printed(100, nowMs)];
    await start(ABOVE);
    expect(reported).toHaveLength(2);
  });

  test('is told of after a gap, as far as its trades are known', async () => {
    await start(ABOVE);
    trade(100);
    tell([printed(112, nowMs - 1), printed(111, nowMs + 1), printed(100, nowMs + 2)], { hasGap: true });
    expect(reported).toEqual(['a 111']);
  });

  test('is told of where it follows a line, by the level of its time', async () => {
    const minute = 60_000;
    bars = Array.from({ length: 14 }, (_, index) => ({ openMs: (5 + index) * minute, closeTicks: 100 }));
    const [from, to] = [5, 6].map((at) => ({ timeMs: at * minute, ticks: 100 + at }));
    if (!from || !to) throw new Error('no points');
    const line = { ...ABOVE, priceTicks: null, drawingKey: 'd', isRepeating: true };
    clock.advanceTo(18.7 * minute);
    // The line is a tick higher in the next bar, at which the other price is below it.
    tape = [printed(117, 17.2 * minute), printed(117, 18.1 * minute), printed(100, 18.5 * minute)];
    await start({ ...line, follows: { kind: 'line', interval: '1m', from, to, isExtended: true } });
    await watch.settled();
    expect(waiting.map(({ body }) => body)).toMatchObject([{ priceTicks: 117, lastTicks: 117 }]);
  });
});

test('prints that a tape repeats, or begins with, are no touches', async () => {
  await start(ABOVE);
  tell([printed(112, ENDED_MS - 900_000), printed(100, ENDED_MS - 1)]);
  later(10_000);
  trade(100);
  // An exchange that began anew: what it prints first is made up, and as old as it says.
  tell([printed(112, ENDED_MS + 5_000), printed(101, ENDED_MS + 6_000)], { hasGap: true });
  expect(reported).toEqual([]);
  // Where the market is now counts, however long ago its last trade was.
  tell([printed(112, ENDED_MS + 5_000)], { hasGap: true });
  expect(reported).toEqual(['a 112']);
});

test('trades from before an alert was set do not reach it', async () => {
  await start();
  later(1_000);
  watch.put({ ...ABOVE, sinceMs: clock.nowMs() });
  tell([printed(111, clock.nowMs() - 20), printed(105, clock.nowMs() - 10)]);
  expect(reported).toEqual([]);
  tell([printed(113, clock.nowMs() + 1), printed(105, clock.nowMs() + 2)]);
  expect(reported).toEqual(['a 113']);
});

test('a repeating alert that was notified before a stop waits for the market to move back', async () => {
  lastTicks = 111;
  await start({ ...ABOVE, isRepeating: true, isArmed: false, reachedMs: 0 });
  trade(112, 110, 111);
  expect(reported).toEqual([]);
  trade(109, 110);
  expect(reported).toEqual(['a 110']);
});

test('a repeating alert is rearmed a tick back, and notified at most once a minute', async () => {
  await start({ ...ABOVE, isRepeating: true });
  trade(110);
  await commit();
  later(90_000);
  trade(111, 110, 112);
  expect(reported).toEqual(['a 110']);
  trade(109);
  trade(110);
  expect(reported).toEqual(['a 110', 'a 110']);
  await commit();
  later(59_999);
  trade(109, 113);
  expect(reported).toHaveLength(2);
  // Its price was reached too early and ignored, so it waits for the market to move back again.
  later(10_000);
  trade(113);
  expect(reported).toHaveLength(2);
  trade(109, 114);
  expect(reported).toEqual(['a 110', 'a 110', 'a 114']);
  await watch.settled();
  expect(written).toEqual(['a armed', 'a armed', 'a returning', 'a armed']);
});

test('an alert whose price moves back while its message is being written is rearmed at once', async () => {
  await start({ ...ABOVE, isRepeating: true });
  trade(110);
  trade(105);
  await commit();
  expect(written).toEqual(['a armed']);
  later(61_000);
  trade(110);
  expect(reported).toHaveLength(2);
});

test('an alert that meets a full queue is entered once a batch is written, wherever the price is by then', async () => {
  await start(ABOVE, BELOW);
  trade(110);
  waiting.splice(0)[0]?.reject(new Error('busy'));
  await Promise.resolve();
  await Promise.resolve();
  trade(100);
  expect(reported).toEqual(['a 110']);
  durable([]);
  expect(reported).toEqual(['a 110', 'a 110']);
  await commit();
  durable([]);
  expect(reported).toHaveLength(2);
});

test('thousands of alerts at one price are entered gradually, so that orders find room in the queue', async () => {
  await start(
    ...Array.from({ length: 1_200 }, (_, index) => ({ ...ABOVE, alertId: `a${index}`, waitId: `a${index}` })),
  );
  trade(110);
  expect(waiting).toHaveLength(500);
  watch.drop('a700');
  while (waiting.length > 0) await commit();
  expect(new Set(reported).size).toBe(1_199);
  expect(reported).toHaveLength(1_199);
});

test('changed, paused and new alerts apply from now on', async () => {
  await start(ABOVE);
  watch.put({ ...ABOVE, priceTicks: 120 });
  trade(115);
  expect(reported).toEqual([]);
  watch.amend({ ...ABOVE, priceTicks: 120, isActive: false });
  trade(125);
  expect(reported).toEqual([]);
  // The market had moved on while the row was being written.
  watch.put({ ...BELOW, priceTicks: 130 });
  expect(reported).toEqual(['b 125']);
  watch.drop('b');
  await commit();
});

test('a note that changes while the message is being written causes no second message', async () => {
  await start({ ...ABOVE, isRepeating: true });
  trade(110);
  watch.amend({ ...ABOVE, isRepeating: true, note: 'new words' });
  expect(reported).toEqual(['a 110']);
  await commit();
  trade(111);
  expect(reported).toEqual(['a 110']);
});

test.each([false, true])(
  'a note that changed before the notification, and is reported after it, causes no second message (repeating: %s)',
  async (isRepeating) => {
    await start({ ...ABOVE, isRepeating });
    trade(110);
    await commit();
    watch.amend({ ...ABOVE, isRepeating, note: 'new words' });
    trade(111);
    expect(reported).toEqual(['a 110']);
  },
);

test('an alert that is paused and reactivated while its message is being written is notified once', async () => {
  await start(ABOVE);
  trade(110);
  watch.amend({ ...ABOVE, isActive: false });
  trade(105);
  watch.put(ABOVE);
  await commit();
  trade(111);
  expect(reported).toEqual(['a 110']);
});

test('an alert that is reactivated as soon as its row shows the notification waits for its price again', async () => {
  await start(ABOVE);
  trade(110);
  trade(105);
  watch.put({ ...ABOVE, reachedMs: clock.nowMs() });
  await commit();
  trade(111);
  expect(reported).toEqual(['a 110', 'a 111']);
});

test('what other processes have set, moved and removed is followed once it is looked for', async () => {
  await start(ABOVE, BELOW);
  rows = [
    { ...ABOVE, waitId: 'a moved', priceTicks: 120 },
    { ...ABOVE, alertId: 'c', waitId: 'c', priceTicks: 115 },
  ];
  await watch.lookAtAll();
  trade(110, 115, 90, 120);
  expect(reported).toEqual(['c 115', 'a moved 120']);
});

test('what a word has moved or removed while all rows were read stays so', async () => {
  await start(ABOVE, BELOW);
  const answer = holdAnswers();
  const looked = watch.lookAtAll();
  const moved = { ...ABOVE, waitId: 'a moved', priceTicks: 120 };
  rows = [moved];
  watch.put(moved);
  watch.drop('b');
  answer();
  await looked;
  trade(110, 90);
  expect(reported).toEqual([]);
});

test('an alert that is reached while its row is read is told of once', async () => {
  await start(ABOVE);
  const answer = holdAnswers();
  const looked = watch.lookAt(ABOVE, true);
  trade(110);
  rows = [{ ...ABOVE, isActive: false, reachedMs: clock.nowMs() }];
  await commit();
  answer();
  await looked;
  trade(111);
  expect(reported).toEqual(['a 110']);
});

test('an alert ends with the last day of its contract', async () => {
  await start(ABOVE);
  tradeDate = '2026-12-15';
  durable([{ command: {} as Command, events: [{ kind: 'tradeDateBegan', endedDate: '2026-12-14', tradeDate }] }]);
  trade(110);
  await watch.settled();
  expect([reported, written]).toEqual([[], ['a ContractEnded']]);
});

describe('an alert that follows a line', () => {
  const minute = (at: number): number => at * 60_000;
  /** Up a tick a minute; the market's clock begins in the seventeenth, where it is at 110. */
  const LINE: StoredAlert = {
    ...ABOVE,
    priceTicks: null,
    follows: {
      kind: 'line',
      interval: '1m',
      from: { timeMs: minute(6), ticks: 100 },
      to: { timeMs: minute(8), ticks: 102 },
      isExtended: true,
    },
    drawingKey: 'ZCE d',
  };
  beforeEach(() => {
    bars = Array.from({ length: 12 }, (_, index) => ({ openMs: minute(5 + index), closeTicks: 100 }));
  });

  test('is notified once, of the price where the line is', async () => {
    await start(LINE);
    await watch.settled();
    trade(109);
    later(60_000);
    trade(110);
    expect(reported).toEqual([]);
    trade(112);
    expect(waiting.map(({ body }) => body)).toMatchObject([{ alertId: 'a', priceTicks: 111, lastTicks: 112 }]);
    await commit();
    trade(130);
    expect(reported).toEqual(['a 112']);
  });

  test('a start notifies what was reached while the server was down', async () => {
    lastTicks = 110;
    await start(LINE);
    await watch.settled();
    expect(reported).toEqual(['a 110']);
  });

  test('a line that is moved while its message is being written waits anew', async () => {
    await start(LINE);
    await watch.settled();
    trade(110);
    watch.put({ ...LINE, waitId: 'a moved', follows: null, priceTicks: 115 });
    await commit();
    trade(114);
    expect(reported).toEqual(['a 110']);
    trade(115);
    expect(reported).toEqual(['a 110', 'a moved 115']);
  });

  test('a line that has ended ends its alert', async () => {
    await start({ ...LINE, follows: { ...LINE.follows, isExtended: false } as StoredAlert['follows'] });
    await watch.settled();
    expect(written).toEqual(['a AlertLineEnded']);
    trade(200);
    expect(reported).toEqual([]);
  });
});
