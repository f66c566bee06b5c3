/** Says in words what strategies ask for: fees, lengths, ratios. */

import type { CopyDecision } from '@mua/contract/entities/copy-decision';
import type { Strategy } from '@mua/contract/entities/strategy';
import { DAY_MS, HOUR_MS } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { type FactWriter, writtenError } from '#i18n/error-facts.ts';
import { MISSING } from '#i18n/format.ts';
import { lotsText } from '#i18n/lots-text.ts';

type Writer = Pick<FactWriter, 't' | 'format'>;

type Fees = Pick<Strategy, 'copyFee' | 'paymentPeriod' | 'performanceFeeRate'>;

/** `1,2 tr/tháng + 20%`, for a column; free where it is. */
export function feeText({ t, format }: Writer, { copyFee, paymentPeriod, performanceFeeRate }: Fees): string {
  const parts = [
    copyFee === '0' ? '' : perPeriod(t, format.vndSummary(copyFee), paymentPeriod),
    Number(performanceFeeRate) === 0 ? '' : `${format.plain(performanceFeeRate)}%`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? t(($) => $.strategies.free) : parts.join(' + ');
}

/** `1.200.000 ₫/tháng` */
export function copyFeeText({ t, format }: Writer, { copyFee, paymentPeriod }: Fees): string {
  return copyFee === '0' ? t(($) => $.strategies.free) : perPeriod(t, format.vnd(copyFee), paymentPeriod);
}

function perPeriod(t: TFunction, sum: string, period: Strategy['paymentPeriod']): string {
  return t(($) => $.strategies.perPeriod[period], { sum });
}

/** `5,2 ngày`, `3,5 giờ`, `12 phút`: in the largest unit that it fills. */
export function lengthText({ t, format }: Writer, ms: number | null): string {
  if (ms === null) return MISSING;
  const tenths = (unitMs: number) => (ms / unitMs).toFixed(1);
  const written = (text: string) => ({ count: Number(text), days: format.plain(text), hours: format.plain(text) });
  if (ms >= DAY_MS) return t(($) => $.strategies.length.days, written(tenths(DAY_MS)));
  if (ms >= HOUR_MS) return t(($) => $.strategies.length.hours, written(tenths(HOUR_MS)));
  return t(($) => $.strategies.length.minutes, { minutes: format.volume(Math.max(1, Math.round(ms / 60_000))) });
}

export function daysText({ t, format }: Writer, count: number): string {
  return t(($) => $.strategies.days, { count, days: format.volume(count) });
}

/** Why a fill was not copied, with the numbers that decided; null where it was copied whole. */
export function skipText(
  writer: FactWriter,
  { skip, leader }: CopyDecision,
  terms: { readonly ratio: string; readonly tolerance: number | undefined },
): string | null {
  if (skip === null) return null;
  const { t, format } = writer;
  const { code, rejection } = skip;
  if (code === 'Refused') return rejection ? writtenError(writer, rejection) : t(($) => $.copies.skip.Refused);
  if (code === 'RoundedToZero') {
    const lots = lotsText(writer, leader.lots);
    return t(($) => $.copies.skip.RoundedToZero, { lots, ratio: format.plain(terms.ratio) });
  }
  if (code === 'SlippageExceeded' && terms.tolerance !== undefined)
    return t(($) => $.copies.slippageTicks, { ticks: format.volume(terms.tolerance) });
  return t(($) => $.copies.skip[code]);
}
