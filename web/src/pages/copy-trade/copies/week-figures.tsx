/** The figures of a week in the order in which they follow from each other. Each opens to its sum. */
import type { WeeklyCopierReport } from '@mua/contract/entities/weekly-copier-report';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Profit } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';

export interface WeekFiguresProps {
  readonly report: WeeklyCopierReport;
  /** In percent; undefined while it is not known. */
  readonly rate: string | undefined;
}

/** A part of a sum: its name, its figure, and the sign before it. */
interface SumPart {
  readonly name: string;
  readonly value: ReactNode;
  readonly sign?: string;
}

export function WeekFigures({ report, rate }: WeekFiguresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { startEquity, fundChanged, endEquity, profitInCycle, previousHighEquity } = report;
  const { profitToFee, performanceFee, newHighEquity } = report;
  const bare = (sum: string | bigint) => format.vnd(sum, { bare: true });
  const afterFee = BigInt(endEquity) - BigInt(performanceFee);
  const raised = BigInt(previousHighEquity) + BigInt(fundChanged);
  const percent = rate === undefined ? '' : `${format.plain(rate)}%`;
  const term = (name: PartName) => t(($) => $.copies.part[name]);
  const end: SumPart = { name: term('endEquity'), value: bare(endEquity) };
  const funds: SumPart = { name: term('fundChanged'), value: bare(fundChanged), sign: '−' };
  return (
    <div className="tabular-nums [&>details:last-child]:border-b-0">
      <Figure name={t(($) => $.copies.figure.startEquity)} value={format.vnd(startEquity)}>
        <p>{t(($) => $.copies.about.startEquity)}</p>
      </Figure>
      <Figure name={t(($) => $.copies.figure.fundChanged)} value={format.vnd(fundChanged, { signed: true })}>
        <p>{t(($) => $.copies.about.fundChanged)}</p>
      </Figure>
      <Figure name={t(($) => $.copies.figure.endEquity)} value={format.vnd(endEquity)}>
        <p>{t(($) => $.copies.about.endEquity)}</p>
      </Figure>
      <Figure name={t(($) => $.copies.figure.profitInCycle)} value={<Profit amount={profitInCycle} />} isOpen>
        <Sum
          parts={[end, { name: term('startEquity'), value: bare(startEquity), sign: '−' }, funds]}
          result={{ name: term('profitInCycle'), value: <Profit amount={profitInCycle} bare /> }}
        />
        <p>{t(($) => $.copies.about.profitInCycle)}</p>
      </Figure>
      <Figure name={t(($) => $.copies.figure.previousHighEquity)} value={format.vnd(previousHighEquity)}>
        <p>{t(($) => $.copies.about.previousHighEquity)}</p>
      </Figure>
      <Figure name={t(($) => $.copies.figure.profitToFee)} value={format.vnd(profitToFee)} isOpen>
        <Sum
          parts={[end, funds, { name: term('previousHighEquity'), value: bare(previousHighEquity), sign: '−' }]}
          result={{ name: term('profitToFee'), value: bare(profitToFee) }}
        />
        <p>{t(($) => $.copies.about.profitToFee)}</p>
      </Figure>
      <Figure
        name={t(($) => $.copies.figureRate, { rate: percent })}
        value={format.profit(-BigInt(performanceFee)).text}
      >
        <Sum
          parts={[
            { name: term('profitToFee'), value: bare(profitToFee) },
            { name: t(($) => $.copies.rate), value: percent, sign: '×' },
          ]}
          result={{ name: term('performanceFee'), value: bare(performanceFee) }}
        />
        <p>{t(($) => $.copies.about.performanceFee)}</p>
      </Figure>
      <Figure name={t(($) => $.copies.figure.newHighEquity)} value={format.vnd(newHighEquity)}>
        <p>{t(($) => $.copies.about.newHighEquity, { raised: format.vnd(raised), afterFee: format.vnd(afterFee) })}</p>
      </Figure>
      <Figure
        name={<span className="font-medium text-foreground">{t(($) => $.copies.afterFee)}</span>}
        value={format.vnd(afterFee)}
      >
        <Sum
          parts={[end, { name: term('performanceFee'), value: bare(performanceFee), sign: '−' }]}
          result={{ name: t(($) => $.copies.nextStart), value: bare(afterFee) }}
        />
      </Figure>
    </div>
  );
}

/** The figures that are parts of sums. */
type PartName = Exclude<keyof WeeklyCopierReport, 'copyTraderId' | 'startTime' | 'endTime' | 'newHighEquity'>;

interface FigureProps {
  readonly name: ReactNode;
  readonly value: ReactNode;
  /** The sums that everybody wants to see are open from the beginning. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, value, isOpen = false, children }: FigureProps) {
  return (
    <details open={isOpen} className="group border-border border-b open:bg-surface-2">
      <summary className="grid min-h-11 cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-2 px-4 text-14 outline-offset-[-2px] md:px-5 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 text-fg-3 group-open:rotate-90" />
        <span className="text-fg-2">{name}</span>
        <span className="whitespace-nowrap font-semibold">{value}</span>
      </summary>
      <div className="grid gap-1.5 pr-4 pb-3.5 pl-11 text-12 text-fg-2 leading-5 md:pl-12">{children}</div>
    </details>
  );
}

function Sum({ parts, result }: { readonly parts: readonly SumPart[]; readonly result: SumPart }) {
  return (
    <div className="flex w-fit max-w-full flex-wrap items-end gap-x-2.5 gap-y-1 rounded-md bg-surface px-3 py-2">
      {parts.map(({ name, value, sign }) => (
        <Fragment key={name}>
          {sign && <span className="text-13 text-fg-3 leading-4.5">{sign}</span>}
          <Part name={name} value={value} />
        </Fragment>
      ))}
      <span className="text-13 text-fg-3 leading-4.5">=</span>
      <Part name={result.name} value={result.value} className="font-semibold" />
    </div>
  );
}

function Part({ name, value, className }: SumPart & { readonly className?: string }) {
  return (
    <span className="grid text-right">
      <span className="text-11 text-fg-3 leading-3.5">{name}</span>
      <span className={cn('font-medium text-13 text-foreground leading-4.5', className)}>{value}</span>
    </span>
  );
}
