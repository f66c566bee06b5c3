/** Says a curve in words: where it rises and falls, and what a roll along it is for whoever holds. */
import { type CurveRun, curveRuns } from '@mua/core/preview/curve';
import type { TFunction } from 'i18next';
import type { Format } from '#i18n/use-format.ts';
import { type CurveUnit, unitLabel, writerOf } from '#pages/curve/curve-unit.ts';
import type { ShownMonth } from '#pages/curve/live-curve.ts';

interface Words {
  readonly t: TFunction;
  readonly format: Format;
}

/** More stretches than a sentence holds. */
const MOST_TOLD = 4;

export function shapeText({ t, format }: Words, months: readonly ShownMonth[]): string {
  const runs = curveRuns(months.map(({ markTicks }) => markTicks));
  const [first, ...rest] = runs;
  if (!first) {
    const hasPrice = months.some(({ markTicks }) => markTicks !== null);
    return t(($) => (hasPrice ? $.curve.single : $.curve.noPrices));
  }
  if (rest.length === 0) return `${t(($) => $.curve.run[first.slope])}.`;
  if (runs.length > MOST_TOLD) return `${t(($) => $.curve.mixed, { turns: format.volume(rest.length) })}.`;
  const month = ({ to }: CurveRun) => format.expiry(months[to]?.contract.expiryMonth);
  const begin = t(($) => $.curve.until, { run: t(($) => $.curve.run[first.slope]), month: month(first) });
  const told = rest.reduce((text, run) => {
    // A flat stretch is a curve of its own: it never follows another.
    const slope = run.slope === 'contango' ? 'contango' : 'backwardation';
    return t(($) => $.curve.then, { runs: text, next: t(($) => $.curve.follow[slope], { month: month(run) }) });
  }, begin);
  return `${told}.`;
}

/** Of a roll between the two earliest months that have a price; null without them. */
export function meaningText({ t, format }: Words, months: readonly ShownMonth[], unit: CurveUnit): string | null {
  const [near, far] = months.filter(({ markTicks }) => markTicks !== null);
  if (!near || !far || near.markTicks === null || far.markTicks === null) return null;
  const step = far.markTicks - near.markTicks;
  const slope = step > 0 ? 'contango' : step < 0 ? 'backwardation' : 'flat';
  const counted = unit === 'quoted' ? '' : ` ${unitLabel(t, near.contract, unit)}`;
  const spread = `${writerOf(format, unit, near.contract).price(Math.abs(step))}${counted}`;
  return t(($) => $.curve.meaning[slope], { near: near.contract.code, far: far.contract.code, spread });
}
