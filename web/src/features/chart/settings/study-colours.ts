/**
 * Assigns a hue to each indicator. Those over the price share a pane with each other and with compared contracts, so a
 * new one gets hues unused there. Panes are stacked, so a hue is not repeated on the whole chart as long as there are
 * any left.
 */
import { CATALOGUE, isOverPrice, SLOTS, type StudyName } from '#features/chart/settings/study-catalogue.ts';
import {
  initialSetting,
  type StudySetting,
  type StudySettings,
  settingOf,
} from '#features/chart/settings/study-settings.ts';

export interface ChosenStudies {
  readonly indicators: readonly StudyName[];
  readonly studies: StudySettings;
}

/** Hues in use over the price, except this indicator's own. */
export function slotsTaken({ indicators, studies }: ChosenStudies, but?: StudyName): number[] {
  return slotsOf(
    studies,
    indicators.filter((name) => name !== but && isOverPrice(name)),
  );
}

function slotsOf(studies: StudySettings, names: readonly StudyName[]): number[] {
  return names.flatMap((name) =>
    settingOf(studies, name).lines.flatMap(({ slot, isShown }) => (isShown ? [slot] : [])),
  );
}

export interface TakenSlots {
  /** Used in the same pane. */
  readonly near: readonly number[];
  readonly elsewhere: readonly number[];
}

/**
 * Returns the wanted hue if it is unused, otherwise the least used one: in this pane first, then on the whole chart.
 */
export function freeSlot({ near, elsewhere }: TakenSlots, wanted: number): number {
  const uses = (taken: readonly number[], slot: number) => taken.filter((other) => other === slot).length;
  const inOrder = [wanted, ...SLOTS.filter((slot) => slot !== wanted)];
  const [least = wanted] = inOrder.toSorted(
    (one, other) => uses(near, one) - uses(near, other) || uses(elsewhere, one) - uses(elsewhere, other),
  );
  return least;
}

/** Returns the setting with unused hues; lines that share a hue still share one. */
export function recoloured(name: StudyName, setting: StudySetting, taken: TakenSlots): StudySetting {
  const together = CATALOGUE[name].lines.map(({ slot }) => slot);
  const given = new Map<number, number>();
  const near = [...taken.near];
  const lines = setting.lines.map((line, place) => {
    const kin = together[place] ?? line.slot;
    const slot = given.get(kin) ?? freeSlot({ ...taken, near }, line.slot);
    given.set(kin, slot);
    near.push(slot);
    return { ...line, slot };
  });
  return { ...setting, lines };
}

/** Hues of the other indicators and of the compared contracts. */
export function takenBeside(name: StudyName, chosen: ChosenStudies, compared: readonly number[] = []): TakenSlots {
  const { indicators, studies } = chosen;
  const overPrice = [...slotsTaken(chosen, name), ...compared];
  const inPanes = slotsOf(
    studies,
    indicators.filter((other) => other !== name && !isOverPrice(other)),
  );
  return isOverPrice(name)
    ? { near: overPrice, elsewhere: inPanes }
    : { near: [], elsewhere: [...overPrice, ...inPanes] };
}

/** Returns the defaults, with hues that differ from those in use. */
export function freshSetting(name: StudyName, chosen: ChosenStudies, compared?: readonly number[]): StudySetting {
  return recoloured(name, initialSetting(name), takenBeside(name, chosen, compared));
}
