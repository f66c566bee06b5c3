/**
 * Which hue each indicator gets: what lies over the price shares one pane with the others and with compared contracts, so
 * that each new one takes hues that nobody there has. Panes lie below one another, so a hue says the same thing only once
 * on the whole chart, as long as there are any.
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

/** Hues over the price, but for those of one indicator. */
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
  /** In the same pane. */
  readonly near: readonly number[];
  readonly elsewhere: readonly number[];
}

/** The wanted hue if nobody has it, else the one that fewest have: in this pane first, then on the whole chart. */
export function freeSlot({ near, elsewhere }: TakenSlots, wanted: number): number {
  const uses = (taken: readonly number[], slot: number) => taken.filter((other) => other === slot).length;
  const inOrder = [wanted, ...SLOTS.filter((slot) => slot !== wanted)];
  const [least = wanted] = inOrder.toSorted(
    (one, other) => uses(near, one) - uses(near, other) || uses(elsewhere, one) - uses(elsewhere, other),
  );
  return least;
}

/** The same setting in hues that nobody has; lines that share a hue go on sharing one. */
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

/** What the others have, and the contracts that are compared. */
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

/** As it comes, beside those that are there. */
export function freshSetting(name: StudyName, chosen: ChosenStudies, compared?: readonly number[]): StudySetting {
  return recoloured(name, initialSetting(name), takenBeside(name, chosen, compared));
}
