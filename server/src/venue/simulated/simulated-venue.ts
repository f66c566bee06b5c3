/**
 * The default venue: the simulated exchange with makers and takers, behind the port. The market runs in one worker, its
 * history in another; they are joined here.
 */
import { FIRST_VENUE } from '@mua/core/engine';
import { barOpenMs } from '@mua/core/values';
import type { Clock } from '#ground/clock.ts';
import type { VenueBehaviour } from '#ground/config.ts';
import { joinBars } from '#venue/port/bar-time.ts';
import type { Bar, ContractUpdate, DayFigures, VenueListing } from '#venue/port/market-data.ts';
import type { ScenarioControls } from '#venue/port/scenario.ts';
import { createHistoryThread } from '#venue/simulated/history-thread.ts';
import { MinuteTape } from '#venue/simulated/minute-tape.ts';
import { createScenarioControls } from '#venue/simulated/scenario-controls.ts';
import type { BarQuery, ListedContract, MarketHours } from '#venue/thread/market.ts';
import { MarketThread, type PreparedMarket } from '#venue/thread/market-thread.ts';
import type { ThreadVenue } from '#venue/thread/thread-venue.ts';

type ContractAtBroker = Pick<ListedContract, 'settlementTicks' | 'session' | 'opensAtMs' | 'isHalted'>;

export interface SimulatedVenue extends ThreadVenue {
  readonly scenarios: ScenarioControls;
}

export interface SimulatedVenueOptions {
  readonly seed: number;
  readonly contracts: readonly VenueListing[];
  readonly marketHours?: MarketHours;
  readonly behaviour?: VenueBehaviour;
  /** A contract's state at the broker when the market opens: last settlement, session, halt. */
  readonly contractAtBroker?: (contractCode: string) => Partial<ContractAtBroker>;
  readonly clock: Clock;
  /** CLOCK=manual: the market steps only with `caughtUp` and with requests. */
  readonly isManual: boolean;
  /** Identifies this start for ever: `sim-<start in ms>`. Prefix of execution ids. */
  readonly epoch: string;
  /** Where its flows were played in advance. */
  readonly prepared?: PreparedMarket | undefined;
}

export function createSimulatedVenue(options: SimulatedVenueOptions): SimulatedVenue {
  const {
    seed,
    clock,
    isManual,
    epoch,
    marketHours = 'always',
    behaviour = 'plain',
    contractAtBroker = () => ({}),
  } = options;
  const contracts = new Map(options.contracts.map((listed) => [listed.contract.code, listed]));
  const tape = new MinuteTape();
  const days = new Map<string, DayFigures>();
  const history = createHistoryThread({ seed, contracts: options.contracts, startMs: clock.nowMs(), marketHours });
  const thread = new MarketThread({
    plan: () => ({
      kind: 'simulated',
      seed,
      behaviour,
      marketHours,
      contracts: [...contracts.values()].map(asItStands),
      scenarios: scenarios.list(),
      halted: [...halted],
    }),
    clock,
    isManual,
    epoch,
    prepared: options.prepared,
    onOutput({ updates, tapeFromMs, marketMs }) {
      tape.beginAt(tapeFromMs);
      tape.add(updates);
      tape.prune(marketMs);
      rememberDays(days, updates);
    },
  });

  const halted = new Set<string>();
  const scenarios = createScenarioControls({
    clock,
    listed: () => contracts.values(),
    publish: (contractCode, scenario) => thread.post({ kind: 'scenario', contractCode, scenario }),
  });

  function asItStands(listed: VenueListing): ListedContract {
    return { ...listed, ...contractAtBroker(listed.contract.code) };
  }

  function list(added: readonly VenueListing[]): void {
    const fresh = added.filter(({ contract }) => !contracts.has(contract.code));
    if (fresh.length === 0) return;
    for (const listed of fresh) contracts.set(listed.contract.code, listed);
    history.list(fresh);
    thread.post({ kind: 'list', contracts: fresh.map(asItStands) });
  }

  async function bars(query: BarQuery): Promise<readonly Bar[]> {
    const { contractCode, interval, beforeMs, limit } = query;
    const recent = tape.bars(contractCode, interval).filter(({ openMs }) => openMs < beforeMs);
    const past = await history.bars(query, tape.fromMs);
    const joined = joinPast(past, recent);
    // A chart's day rolls at 05:00 in Vietnam; in real hours the board's day is the exchange's own.
    if (interval === '1d' && marketHours === 'always')
      asToday(joined, barOpenMs('1d', clock.nowMs()), days.get(contractCode));
    return joined.slice(-limit);
  }

  return {
    name: FIRST_VENUE,
    accounts: 'demo',
    start: (listener) => thread.start(listener),
    orders: {
      send: (requests) => thread.post({ kind: 'requests', requests }),
      listOpen: () => thread.post({ kind: 'listOpen' }),
    },
    market: {
      keepsItsPast: false,
      bars,
      openInterest: (query) => history.openInterest(query, clock.nowMs()),
      marketTimeMs: () => clock.nowMs(),
    },
    controls: {
      endTradeDate(end) {
        thread.endTradeDate(end);
        for (const code of end.contractCodes)
          if ((contracts.get(code)?.contract.lastTradeDay ?? end.nextDate) < end.nextDate) contracts.delete(code);
      },
      setSession: (change) => thread.post({ kind: 'session', change }),
      setHalt(contractCode, isHalted) {
        if (isHalted) halted.add(contractCode);
        else halted.delete(contractCode);
        thread.post({ kind: 'halt', contractCode, isHalted });
      },
      setLink: (isUp, reason) => thread.post({ kind: 'link', isUp, reason }),
      list,
      caughtUp: () => thread.settle(),
    },
    scenarios,
    async stop() {
      await Promise.all([thread.stop(), history.stop()]);
    },
  };
}

/** A bar that spans the beginning of the tape is joined: open and first part from the model, the rest from the tape. */
function joinPast(past: readonly Bar[], recent: readonly Bar[]): Bar[] {
  const [first, ...rest] = recent;
  const last = past.at(-1);
  if (!first || !last || last.openMs !== first.openMs) return [...past, ...recent];
  return [...past.slice(0, -1), joinBars(last, first), ...rest];
}

function rememberDays(days: Map<string, DayFigures>, updates: readonly ContractUpdate[]): void {
  for (const { contractCode, day } of updates) if (day) days.set(contractCode, day);
}

/** Today's bar equals the board's day exactly, however much of the tape has been dropped. */
function asToday(bars: Bar[], openMs: number, day: DayFigures | undefined): void {
  const today = bars.at(-1);
  if (today?.openMs !== openMs || !day || day.openTicks === null) return;
  const { openTicks, highTicks, lowTicks, volumeLots } = day;
  bars[bars.length - 1] = {
    ...today,
    openTicks,
    highTicks: highTicks ?? today.highTicks,
    lowTicks: lowTicks ?? today.lowTicks,
    volumeLots,
  };
}
