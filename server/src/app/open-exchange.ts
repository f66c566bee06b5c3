/**
 * The exchange that an engine trades at, and its market: in this process, where it is the only one; in processes of their
 * own, where there are several. Trading does not notice which.
 */
import type { EngineState } from '@mua/core/engine';
import { FIRST_VENUE, tradeDateOf } from '@mua/core/engine';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type ContractAtBroker, instrumentsOf, openVenue } from '#app/open-venue.ts';
import type { ProductClock } from '#app/product-clock.ts';
import type { Bus } from '#bus/bus.ts';
import { ask } from '#bus/questions.ts';
import { steadyClock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import { createMarket, type Market } from '#market/market.ts';
import { inTurn, MARKET_REACHED } from '#market/market-messages.ts';
import { createRemoteMarket, type RemoteMarket } from '#market/remote-market.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { TradingHours } from '#schedule/calendar/trading-hours.ts';
import { contractCalendars } from '#schedule/contract-calendars.ts';
import type { ListedInstrument } from '#schedule/listings.ts';
import type { MarketMoment } from '#venue/port/engine-moment.ts';
import type { PerhapsRemote } from '#venue/port/perhaps-remote.ts';
import type { RecordingPlayer } from '#venue/port/playback.ts';
import type { ScenarioControls } from '#venue/port/scenario.ts';
import type { SimulatedControls } from '#venue/port/simulated-controls.ts';
import type { Venue } from '#venue/port/venue.ts';
import { createRemoteVenue } from '#venue/remote/remote-venue.ts';
import { createRemoteControls, EXCHANGE_CONTROLS } from '#venue/remote-controls.ts';
import type { PreparedMarket } from '#venue/thread/market-thread.ts';

export interface TradedExchange {
  readonly venue: Venue & { readonly controls: SimulatedControls };
  readonly instruments: readonly ListedInstrument[];
  readonly market: Market;
  /** Where another process tells of the market. */
  readonly remoteMarket?: Pick<RemoteMarket, 'moment' | 'ageMs'>;
  /** Resolves when its time is known: a recording's is its own, and trade dates go by it. */
  timeKnown(): Promise<void>;
  /** Resolves when there are prices, or when they are not waited for any longer. */
  pricesKnown(withinMs: number): Promise<void>;
  /** For a recorded market. */
  readonly player?: PerhapsRemote<RecordingPlayer>;
  /** For the simulated exchange. */
  readonly scenarios?: PerhapsRemote<ScenarioControls>;
}

export interface ExchangeToOpen {
  readonly config: Config;
  readonly clock: ProductClock;
  readonly pool: pg.Pool;
  readonly state: EngineState;
  readonly hours: TradingHours;
  readonly log: Logger;
  /** The contract's state at the broker, so that board and engine show the same. */
  readonly contractAtBroker: (contractCode: string) => ContractAtBroker;
  /** Of the writer. */
  readonly epoch: number;
  /** Of this process, if it was begun beside the recovery. */
  readonly prepared?: PreparedMarket | undefined;
}

export function openOwnExchange(to: ExchangeToOpen, venueEpoch: string): TradedExchange {
  const { config, clock, pool, hours, log, contractAtBroker, prepared } = to;
  const venue = openVenue({ config, clock, dateOf: hours.tradeDateAt, epoch: venueEpoch, contractAtBroker, prepared });
  const market = createMarket({
    ...{ pool, clock, venue: venue.market, every: clock.every, calendarOf: contractCalendars(to) },
    onError: (err) => log.error({ err }, 'bars were not stored'),
  });
  const { instruments, player, scenarios } = venue;
  return {
    ...{ venue, instruments, market },
    timeKnown: async () => {},
    // They came with the exchange.
    pricesKnown: async () => {},
    ...(player ? { player } : {}),
    ...(scenarios ? { scenarios } : {}),
  };
}

export function openExchangeElsewhere(to: ExchangeToOpen, bus: Bus): TradedExchange {
  const { config, clock, pool, state, hours, log, contractAtBroker, epoch } = to;
  const steady = steadyClock();
  const remote = createRemoteMarket({
    ...{ bus, pool, clock, steady, calendarOf: contractCalendars(to) },
    onError: (err) => log.error({ err }, 'the market was not followed, it will be tried again'),
  });
  const knownWithin = (withinMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const giveUp = steady.at(steady.nowMs() + withinMs, () => resolve(false));
      void remote.known().then(() => {
        giveUp();
        resolve(true);
      });
    });
  const reached = async (atExchange: MarketMoment): Promise<void> => {
    // Who is to be asked is known when it has told something.
    if (!(await knownWithin(MARKET_REACHED.withinMs))) throw replyError('ServiceUnavailable', {});
    await remote.reached(await ask(bus, inTurn(MARKET_REACHED, remote.teller()), atExchange));
  };
  const name = config.venue.kind === 'simulated' ? FIRST_VENUE : 'recorded';
  const line = createRemoteVenue({
    ...{ bus, name, accounts: 'demo', epoch, clock, reached, steady },
    introduction: () => ({
      venueEpoch: [...state.venues.values()].find((venue) => venue.name === name)?.epoch ?? null,
      contracts: [...state.contracts].map(([code, listed]) => {
        const { settlementTicks, session = 'OPEN', opensAtMs, isHalted } = contractAtBroker(code);
        const tradeDate = tradeDateOf(state, listed);
        return {
          ...{ code, session, tradeDate, settlementTicks: settlementTicks ?? null },
          ...{ opensAtMs: opensAtMs ?? null, isHalted: isHalted ?? false },
        };
      }),
    }),
    onError: (err) => log.error({ err }, 'the line to the exchange'),
  });
  const { scenarios, player } = createRemoteControls(bus, ({ market }) => reached(market), EXCHANGE_CONTROLS);
  return {
    venue: {
      ...{ name, accounts: line.accounts, orders: line.orders, controls: line.controls, market: remote.data },
      start(listener) {
        remote.onUpdate((updates) => listener.market(updates));
        return line.start(listener);
      },
      stop: () => line.stop(),
    },
    instruments: instrumentsOf(config, hours.tradeDateAt, clock.nowMs()),
    // It takes what it hears by itself, before its listeners are told.
    market: { ...remote, take: () => {}, close: async () => remote.close() },
    remoteMarket: remote,
    async timeKnown() {
      if (config.venue.kind === 'simulated') return;
      line.connect();
      await remote.known();
    },
    async pricesKnown(withinMs) {
      await knownWithin(withinMs);
    },
    ...(config.venue.kind === 'simulated' ? { scenarios } : { player }),
  };
}
