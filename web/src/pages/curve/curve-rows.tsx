/** The months on a phone: a row each, with its price above and the rest below it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { CurveProps } from '#pages/curve/curve-chart.tsx';
import { writerOf } from '#pages/curve/curve-unit.ts';
import {
  closeOutText,
  EarlierPrice,
  HeldMonth,
  isSettlement,
  MonthChange,
  MonthLink,
  type MonthProps,
} from '#pages/curve/month-cells.tsx';

export function CurveRows({ months, name, unit, earlier }: CurveProps) {
  const { t } = useTranslation();
  return (
    <ul
      aria-label={t(($) => $.curve.table, { commodity: name })}
      className="divide-y divide-border border-border border-t tabular-nums"
    >
      {months.map((month, index) => (
        <MonthItem
          key={month.contract.code}
          {...{ month, unit, earlier, index }}
          isLast={index === months.length - 1}
        />
      ))}
    </ul>
  );
}

function MonthItem({ month, unit, isLast, earlier, index }: MonthProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { contract, lastTicks, settlementTicks } = month;
  const writer = writerOf(format, unit, contract);
  const before = t(($) => $.curve.before[earlier.before]);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t(($) => $.curve.settlement), writer.price(settlementTicks)],
    ...(isSettlement(earlier)
      ? []
      : [[before, <EarlierPrice key={before} {...{ earlier, index, writer }} />] as const]),
    [t(($) => $.curve.volume), format.volume(month.volume)],
    [t(($) => $.curve.openInterest), format.volume(contract.openInterest)],
    [t(($) => $.curve.closeOut), closeOutText(format, month)],
    [t(($) => $.curve.firstNotice), format.civilDate(contract.firstNotificationDate)],
  ];
  return (
    <li className="grid gap-1 px-4 py-2.5" data-testid={`curve-${contract.code}`}>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <MonthLink month={month} />
        <span className="mr-auto text-12 text-fg-3">{format.expiry(contract.expiryMonth)}</span>
        <span className="font-medium text-16">{writer.price(lastTicks)}</span>
        <MonthChange month={month} writer={writer} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-0.5 text-12">
        {facts.map(([term, fact]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-2">
            <dt className="text-fg-3">{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <HeldMonth month={month} isLast={isLast} />
    </li>
  );
}
