/**
 * Writes what stands on drawings: a measured distance in ticks, percent, and the value of one lot in dong and in the
 * contract's currency; the distances of a planned position.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { formatDecimal } from '@mua/core/values';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawingTexts } from '#features/chart/drawings/drawing-figures.ts';
import { MINUS } from '#i18n/format.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import { moneyTermsOf } from '#market/money-terms.ts';
import { tickValueVnd } from '#market/tick-value.ts';

export function useDrawingTexts(contract: Contract): DrawingTexts {
  const measure = useMeasureText(contract);
  const plan = usePlanText(contract);
  return useMemo(() => ({ measure, plan }), [measure, plan]);
}

function usePlanText({ decimalFormat }: Contract): DrawingTexts['plan'] {
  const { t } = useTranslation();
  const format = useMarketFormat();
  return useMemo(
    () => (part, plan) => {
      const name = t(($) => $.chart.position[part]);
      if (part === 'entry') return `${name} ${format.price(plan.entry, decimalFormat)}`;
      const ticks = plan[part] - plan.entry;
      const away = Math.abs(ticks);
      const count = t(($) => $.chart.draw.ticks, { count: away, ticks: format.volume(away) });
      return `${name} ${count} · ${format.quotePercent(ticks, plan.entry)}`;
    },
    [t, format, decimalFormat],
  );
}

function useMeasureText(contract: Contract): DrawingTexts['measure'] {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { decimalFormat, terms } = contract;
  return useMemo(
    () => (fromTicks, toTicks) => {
      const ticks = toTicks - fromTicks;
      const sign = ticks > 0 ? '+' : ticks < 0 ? MINUS : '';
      const count = t(($) => $.chart.draw.ticks, {
        count: Math.abs(ticks),
        ticks: `${sign}${format.volume(Math.abs(ticks))}`,
      });
      const lines = [`${format.priceChange(ticks, decimalFormat)} · ${format.quotePercent(ticks, fromTicks)}`, count];
      const vnd = tickValueVnd(terms);
      const money = terms && moneyTermsOf(terms);
      if (vnd === null || !money || !terms) return lines;
      const foreign = formatDecimal(money.tickValueMinor * BigInt(ticks), 2);
      return [
        ...lines,
        t(($) => $.chart.draw.perLot, { amount: format.vnd(vnd * BigInt(ticks), { signed: true }) }),
        ...(terms.currency === 'VND' ? [] : [format.foreign(foreign, terms.currency, { signed: true })]),
      ];
    },
    [t, format, decimalFormat, terms],
  );
}
