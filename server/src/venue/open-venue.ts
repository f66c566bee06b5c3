/** The venue a start asks for, with the contracts that trade there. */

import { tradeDateAt } from '@mua/core/values';
import type { Clock } from '#clock';
import { type Config, ConfigError } from '#config';
import { type ListedInstrument, listedInstruments, recordedInstrument } from '#trading/world';
import { createRecordedVenue } from './recorded/recorded-venue.ts';
import { keepRecordingPosition, loadRecordingPosition } from './recorded/recording-position.ts';
import { createSimulatedVenue } from './simulated/simulated-venue.ts';
import type { ThreadVenue } from './thread/thread-venue.ts';

export interface OpenedVenue extends ThreadVenue {
  readonly instruments: readonly ListedInstrument[];
}

export function openVenue(options: {
  readonly config: Config;
  readonly clock: Clock;
  readonly epoch: string;
  /** What the broker took as the last settlement, so that the board and the engine show the same one. */
  readonly settlementOf: (contractCode: string) => number | null;
}): OpenedVenue {
  const { config, clock, epoch, settlementOf } = options;
  const isManual = config.clock === 'manual';
  if (config.venue.kind === 'simulated') {
    const instruments = listedInstruments(tradeDateAt(clock.nowMs()));
    const venue = createSimulatedVenue({
      seed: config.seed,
      contracts: instruments.map((listed) => ({ ...listed, settlementTicks: settlementOf(listed.contract.code) })),
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
