/**
 * The exchange's behaviour by seed. That of a third-party one is the shipped class itself (core/src/exchange/
 * venue-quirks.ts); only the chances of its quirks are drawn here.
 */
import { type QuirkChances, THIRD_PARTY_QUIRKS } from '@mua/core/exchange';
import { type Random, seededRandom } from '@mua/core/values';

export const BEHAVIOURS = ['plain', 'foreign'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

export function isBehaviour(name: string): name is Behaviour {
  return BEHAVIOURS.some((known) => known === name);
}

/** A foreign exchange: its quirks, and the seeded chance by which it follows them. */
export interface Foreigner {
  readonly quirks: QuirkChances;
  readonly random: Random;
}

/** Every third seed meets a foreign exchange, whatever else it is. */
export function behaviourOf(seed: number): Behaviour {
  return seed % 3 === 2 ? 'foreign' : 'plain';
}

/** Draws apart from the workload's, so that a seed's investors are the same people under both behaviour. */
const APART = 0x5f0e161;
const WILD = 8;
const MOST_OF_1000 = 400;

/** Of four seeds three follow every quirk more often than the shipped exchange does: a simulation is short. */
export function foreignerOf(seed: number): Foreigner {
  const random = seededRandom((seed ^ APART) >>> 0);
  const times = random.pick([1, 3, WILD, WILD]);
  const often = (share: number): number => Math.min(MOST_OF_1000, share * times);
  const { refusesWithText, late, veryLate, twice, neverAcknowledges } = THIRD_PARTY_QUIRKS;
  const { overRoll, overfills, cancelsByItself, namesStrangers } = THIRD_PARTY_QUIRKS;
  const quirks: QuirkChances = {
    refusesWithText: often(refusesWithText),
    late: often(late),
    veryLate: often(veryLate),
    twice: often(twice),
    neverAcknowledges: often(neverAcknowledges),
    overRoll: often(overRoll),
    overfills: often(overfills),
    cancelsByItself: often(cancelsByItself),
    namesStrangers: often(namesStrangers),
  };
  return { quirks, random };
}
