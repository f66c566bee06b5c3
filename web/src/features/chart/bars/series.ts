/** What is known of a continuous series beside its bars: the month it stands for, its rolls, where it begins. */
import type { SeriesBeginning } from '@mua/contract/entities/continuous';
import type { Contract } from '@mua/contract/entities/contract';
import type { SeriesChoice } from '#features/chart/settings/series-choice.ts';

/** What bars are read of. */
export interface Charted extends Pick<Contract, 'code' | 'decimalFormat'> {
  /** Absent: the contract's own bars. */
  readonly continuous?: Omit<SeriesChoice, 'isContinuous'> & { readonly commodityCode: string };
}

export interface Roll {
  readonly atMs: number;
  /** Contract codes. */
  readonly from: string;
  readonly to: string;
  /** The new month's close less the old one's before it, in ticks; null if they share no day. */
  readonly gapTicks: number | null;
}

export interface Series {
  /** Code of the month that the series stands for now. */
  readonly front: string;
  /** Until then no other month does; null if none follows. */
  readonly frontUntilMs: number | null;
  /** Of the bars that are loaded, in order of time. */
  readonly rolls: readonly Roll[];
  /** Null while there may be older bars. */
  readonly begins: SeriesBeginning | null;
}

export function chartedOf(
  { code, decimalFormat, commodityCode }: Pick<Contract, 'code' | 'decimalFormat' | 'commodityCode'>,
  { isContinuous, roll, rollDays, adjustment }: SeriesChoice,
): Charted {
  if (!isContinuous) return { code, decimalFormat };
  return { code, decimalFormat, continuous: { commodityCode, roll, rollDays, adjustment } };
}

/** Of neighbouring pages, the older first; a roll in both is one. */
export function joinedSeries(older: Series | null, newer: Series | null): Series | null {
  if (!older || !newer) return older ?? newer;
  const rolls = new Map([...older.rolls, ...newer.rolls].map((roll) => [roll.atMs, roll]));
  return { ...newer, rolls: [...rolls.values()].sort((a, b) => a.atMs - b.atMs), begins: older.begins };
}
