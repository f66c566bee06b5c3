/**
 * Keeps on this device the exits that go with each entry in a commodity, for each sub-account: distances, never prices,
 * and whether they are switched on.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#session/kept-value.ts';
import { onOtherTab } from '#session/other-tabs.ts';

export const DISTANCE_UNITS = ['ticks', 'percent', 'dong'] as const;
export type DistanceUnit = (typeof DISTANCE_UNITS)[number];

/** Of a text; before the store, which reads the storage as it is made. */
const MOST_CHARACTERS = 24;

/** The texts as they were typed; at least one of them is not empty. */
export interface KeptExits {
  readonly isOn: boolean;
  readonly unit: DistanceUnit;
  readonly takeProfitText: string;
  readonly stopLossText: string;
  /** The stop follows the price; absent unless it does. */
  readonly trailsStop?: true;
}

interface KeptExitsStore {
  readonly exits: Readonly<Record<string, KeptExits>>;
  keep(key: string, exits: KeptExits): void;
  /** Without kept exits there is nothing to switch. */
  setOn(key: string, isOn: boolean): void;
}

export function keptExitsKey(accountId: string, commodityCode: string): string {
  return `${accountId} ${commodityCode}`;
}

export const useKeptExits = create<KeptExitsStore>()(
  persist(
    (set) => ({
      exits: {},
      keep: (key, kept) => set(({ exits }) => ({ exits: { ...exits, [key]: kept } })),
      setOn: (key, isOn) =>
        set(({ exits }) => {
          const kept = exits[key];
          return kept ? { exits: { ...exits, [key]: { ...kept, isOn } } } : {};
        }),
    }),
    {
      name: 'kept-exits',
      partialize: ({ exits }) => ({ exits }),
      merge: (kept, store) => ({ ...store, exits: readKeptExits(kept) }),
    },
  ),
);

onOtherTab('kept-exits', () => void useKeptExits.persist.rehydrate());

/** Reads what the storage contains, whatever that is; anything unreadable is dropped. */
export function readKeptExits(kept: unknown): Readonly<Record<string, KeptExits>> {
  const exits = isRecord(kept) && isRecord(kept.exits) ? kept.exits : {};
  const read = Object.entries(exits).flatMap(([key, one]) => {
    if (!isRecord(one)) return [];
    const unit = DISTANCE_UNITS.find((known) => known === one.unit);
    const [takeProfitText, stopLossText] = [one.takeProfitText, one.stopLossText].map(textOf);
    const isEmpty = !takeProfitText && !stopLossText;
    if (!unit || takeProfitText === undefined || stopLossText === undefined || isEmpty) return [];
    const trails = one.trailsStop === true && stopLossText ? ({ trailsStop: true } as const) : {};
    return [[key, { isOn: one.isOn === true, unit, takeProfitText, stopLossText, ...trails }] as const];
  });
  return Object.fromEntries(read);
}

function textOf(text: unknown): string | undefined {
  return typeof text === 'string' && text.length <= MOST_CHARACTERS ? text : undefined;
}
