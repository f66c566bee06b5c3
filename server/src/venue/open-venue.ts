/** The venue a start asks for, with the contracts that trade there. */

import type { Commodity } from '@mua/core/engine';
import type { CivilDate } from '@mua/core/values';
import type { Clock } from '#clock';
import { type Config, ConfigError } from '#config';
import { type ListedInstrument, listedInstruments, recordedInstrument } from '#trading/listings';
import { createRecordedVenue } from './recorded/recorded-venue.ts';
import { keepRecordingPosition, loadRecordingPosition } from './recorded/recording-position.ts';
import { createSimulatedVenue } from './simulated/simulated-venue.ts';
import type { ListedContract } from './thread/market.ts';
import type { ThreadVenue } from './thread/thread-venue.ts';

export type ContractAtBroker = Pick<ListedContract, 'settlementTicks' | 'session' | 'opensAtMs'>;

export interface OpenedVenue extends ThreadVenue {
  readonly instruments: readonly ListedInstrument[];
}

export function openVenue(options: {
  readonly config: Config;
  readonly clock: Clock;
  readonly epoch: string;
  /** The trade date on which the simulated exchange lists a commodity's months. */
  readonly dateOf: (commodity: Commodity, timeMs: number) => CivilDate;
  /** How a contract stands at the broker, so that the board and the engine show the same. */
  readonly standingOf: (contractCode: string) => ContractAtBroker;
}): OpenedVenue {
  const { config, clock, epoch, dateOf, standingOf } = options;
  const isManual = config.clock === 'manual';
  if (config.venue.kind === 'simulated') {
    const instruments = listedInstruments((commodity) => dateOf(commodity, clock.nowMs()));
    const venue = createSimulatedVenue({
      seed: config.seed,
      contracts: instruments,
      marketHours: config.marketHours,
      standingOf,
      clock,
      isManual,
      epoch,
    });
    return { ...venue, instruments };
  }
  const { file, contractCode, speed } = config.venue;
  const listed = recordedInstrument(contractCode);
  if (!listed) throw new ConfigError(`RECORDING_CONTRACT: no commodity is known for ${contractCode}`);
  const positionMs = loadRecordingPosition(config.dataDir, speed);
  const venue = createRecordedVenue({
    file,
    listed,
    speed,
    clock,
    isManual,
    epoch,
    ...(positionMs === undefined ? {} : { positionMs }),
  });
  const stopKeeping = keepRecordingPosition(config.dataDir, clock, venue.marketTimeMs);
  return {
    ...venue,
    instruments: [listed],
    async stop() {
      stopKeeping();
      await venue.stop();
    },
  };
}
