/**
 * Which hue each indicator gets: what lies over the price shares one pane with the others and with compared contracts, so
 * that each new one takes hues that nobody has. A pane of its own has the palette to itself.
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
  return indicators
    .filter((name) => name !== but && isOverPrice(name))
    .flatMap((name) => settingOf(studies, name).lines.flatMap(({ slot, isShown }) => (isShown ? [slot] : [])));
}

/** The wanted hue if nobody has it, else the first that is free; when none is, the one that fewest have. */
export function freeSlot(taken: readonly number[], wanted: number): number {
  const uses = (slot: number) => taken.filter((other) => other === slot).length;
  const inOrder = [wanted, ...SLOTS.filter((slot) => slot !== wanted)];
  const least = Math.min(...inOrder.map(uses));
  return inOrder.find((slot) => uses(slot) === least) ?? wanted;
}

/** The same setting in hues that nobody has; lines that share a hue go on sharing one. */
export function recoloured(name: StudyName, setting: StudySetting, taken: readonly number[]): StudySetting {
  if (!isOverPrice(name)) return setting;
  const together = CATALOGUE[name].lines.map(({ slot }) => slot);
  const given = new Map<number, number>();
  const used = [...taken];
  const lines = setting.lines.map((line, place) => {
    const kin = together[place] ?? line.slot;
    const slot = given.get(kin) ?? freeSlot(used, line.slot);
    given.set(kin, slot);
    used.push(slot);
    return { ...line, slot };
  });
  return { ...setting, lines };
}

/** As it comes, beside those that are there. */
export function freshSetting(name: StudyName, chosen: ChosenStudies, others: readonly number[] = []): StudySetting {
  return recoloured(name, initialSetting(name), [...slotsTaken(chosen, name), ...others]);
}
