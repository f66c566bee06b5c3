/** Opens the configured venue with the contracts that trade there. */

import type { Commodity } from '@mua/core/engine';
import type { CivilDate } from '@mua/core/values';
import { type Clock, systemClock } from '#ground/clock.ts';
import { type Config, ConfigError, type ScenarioToBegin } from '#ground/config.ts';
import { type ListedInstrument, listedInstruments, recordedInstrument } from '#schedule/listings.ts';
import type { RecordingPlayer } from '#venue/port/playback.ts';
import type { ScenarioControls } from '#venue/port/scenario.ts';
import { createRecordedVenue } from '#venue/recorded/recorded-venue.ts';
import { keepRecordingPosition, loadRecordingPosition } from '#venue/recorded/recording-position.ts';
import { FIRST_SCENARIO_AFTER_MS } from '#venue/simulated/scenario-controls.ts';
import { createSimulatedVenue } from '#venue/simulated/simulated-venue.ts';
import type { ListedContract } from '#venue/thread/market.ts';
import { type PreparedMarket, prepareMarket } from '#venue/thread/market-thread.ts';
import type { ThreadVenue } from '#venue/thread/thread-venue.ts';

export type ContractAtBroker = Pick<ListedContract, 'settlementTicks' | 'session' | 'opensAtMs' | 'isHalted'>;

export interface OpenedVenue extends ThreadVenue {
  readonly instruments: readonly ListedInstrument[];
  /** For a recorded market only. */
  readonly player?: RecordingPlayer;
  /** For the simulated exchange only. */
  readonly scenarios?: ScenarioControls;
}

/** What trades there. @throws ConfigError if a recording's contract is of no known commodity */
export function instrumentsOf(
  { venue }: Config,
  dateOf: (commodity: Commodity, timeMs: number) => CivilDate,
  nowMs: number,
): readonly ListedInstrument[] {
  if (venue.kind === 'simulated') return listedInstruments((commodity) => dateOf(commodity, nowMs));
  const listed = recordedInstrument(venue.contractCode);
  if (!listed) throw new ConfigError(`RECORDING_CONTRACT: no commodity is known for ${venue.contractCode}`);
  return [listed];
}

/**
 * Begins what the opening of the simulated exchange takes longest, beside the recovery. Undefined where time is moved by
 * hand: then the market opens at the journal's.
 */
export function prepareVenue(
  config: Config,
  dateOf: (commodity: Commodity, timeMs: number) => CivilDate,
): PreparedMarket | undefined {
  const { venue, clock, seed, marketHours } = config;
  if (venue.kind !== 'simulated' || clock === 'manual') return undefined;
  const untilMs = systemClock().nowMs();
  return prepareMarket({ seed, marketHours, contracts: instrumentsOf(config, dateOf, untilMs), untilMs });
}

export function openVenue(options: {
  readonly config: Config;
  readonly clock: Clock;
  readonly epoch: string;
  /** The trade date on which the simulated exchange lists a commodity's months. */
  readonly dateOf: (commodity: Commodity, timeMs: number) => CivilDate;
  /** The contract's state at the broker, so that board and engine show the same. */
  readonly contractAtBroker: (contractCode: string) => ContractAtBroker;
  readonly prepared?: PreparedMarket | undefined;
}): OpenedVenue {
  const { config, clock, epoch, dateOf, contractAtBroker, prepared } = options;
  const isManual = config.clock === 'manual';
  const instruments = instrumentsOf(config, dateOf, clock.nowMs());
  if (config.venue.kind === 'simulated') {
    const venue = createSimulatedVenue({
      seed: config.seed,
      contracts: instruments,
      behaviour: config.venue.behaviour,
      marketHours: config.marketHours,
      contractAtBroker,
      clock,
      isManual,
      epoch,
      prepared,
    });
    const { scenario } = config.venue;
    if (!scenario) return { ...venue, instruments };
    const contractCode = venue.scenarios.contractFor(scenario) ?? refuseContract(scenario, instruments);
    const announce = (): void =>
      venue.scenarios.start({ name: scenario.name, contractCode, beginsMs: clock.nowMs() + FIRST_SCENARIO_AFTER_MS });
    announce();
    return {
      ...venue,
      instruments,
      async start(listener) {
        await venue.start(listener);
        // Counted from when the market runs, which may have taken a while.
        announce();
      },
    };
  }
  const { file, speed } = config.venue;
  const [listed] = instruments as [ListedInstrument];
  const positionMs = loadRecordingPosition(config.dataDir);
  const venue = createRecordedVenue({
    file,
    listed,
    speed,
    clock,
    isManual,
    epoch,
    ...(positionMs === undefined ? {} : { positionMs }),
  });
  const keeping = keepRecordingPosition(config.dataDir, clock, venue.player.state);
  return {
    ...venue,
    instruments,
    player: {
      state: venue.player.state,
      async play(change) {
        const isDone = await venue.player.play(change);
        await keeping.keep();
        return isDone;
      },
    },
    async stop() {
      await keeping.stop();
      await venue.stop();
    },
  };
}

/** Refuses an unknown contract and lists valid ones: the months of the same commodity, or of all. */
function refuseContract({ contractCode = '' }: ScenarioToBegin, instruments: readonly ListedInstrument[]): never {
  const codes = instruments.map(({ contract }) => contract.code);
  const siblings = codes.filter((code) => code.slice(0, -3) === contractCode.slice(0, -3));
  const known = siblings.length > 0 ? siblings : codes;
  throw new ConfigError(`SCENARIO_CONTRACT: ${contractCode} is not listed; there are ${known.join(' ')}`);
}
