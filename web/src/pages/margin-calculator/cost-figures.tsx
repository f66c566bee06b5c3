/** What the order costs and what a move is worth, for all lots and for one, and where each figure comes from. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import type { PerLotAndTotal } from '@mua/core/preview';
import { formatDecimal } from '@mua/core/values';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Card } from '#design/ui/figures/card.tsx';
import { amountText } from '#i18n/amount-text.ts';
import { MISSING } from '#i18n/format.ts';
import { unitText } from '#i18n/unit-text.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { ShownCalculation } from '#pages/margin-calculator/shown-calculation.ts';

export function CostFigures(shown: ShownCalculation) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { contract, preview } = shown;
  const { terms, decimalFormat: grid } = contract;
  if (!terms)
    return (
      <Card>
        <p role="status" className="text-fg-2">
          {t(($) => $.calculator.noTerms)}
        </p>
      </Card>
    );
  const bare = (figure: PerLotAndTotal | null | undefined) =>
    figure ? format.vnd(figure.perLotVnd, { bare: true }) : MISSING;
  const total = (figure: PerLotAndTotal | null | undefined) => (figure ? format.vnd(figure.totalVnd) : MISSING);
  return (
    <Card className="grid gap-4 max-md:p-4" aria-label={t(($) => $.calculator.results)}>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-3 min-[360px]:grid-cols-2 xl:grid-cols-[1.25fr_1fr_1fr_1.1fr]">
        <Figure
          isMain
          testId="calculator-margin"
          name={t(($) => $.words.margin.requiredMargin)}
          value={total(preview?.requiredMargin)}
          note={t(($) => $.calculator.perLot, { amount: bare(preview?.requiredMargin) })}
        />
        <Figure
          testId="calculator-fee"
          name={t(($) => $.calculator.fee)}
          value={total(preview?.fee)}
          note={t(($) => $.calculator.perLot, { amount: bare(preview?.fee) })}
        />
        <Figure
          testId="calculator-tick"
          name={t(($) => $.calculator.tick, { tick: format.price(1, grid) })}
          value={total(preview?.tick)}
          note={t(($) => $.calculator.perLot, { amount: bare(preview?.tick) })}
        />
        <Figure
          testId="calculator-percent"
          name={t(($) => $.calculator.onePercent)}
          value={total(preview?.onePercent)}
          note={t(($) => $.calculator.perLot, { amount: bare(preview?.onePercent) })}
        />
      </dl>
      <Sources {...shown} terms={terms} />
    </Card>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly testId: string;
  readonly isMain?: boolean;
}

function Figure({ name, value, note, testId, isMain = false }: FigureProps) {
  return (
    <div className="min-w-0 border-border xl:not-first:border-l xl:not-first:pl-4">
      <dt className="text-12 text-fg-2">{name}</dt>
      <dd data-testid={testId} className="tabular-nums">
        <span className={cn('block font-semibold', isMain ? 'text-20 xl:text-24' : 'text-16 xl:leading-8')}>
          {value}
        </span>
        <span className="block text-11 text-fg-3">{note}</span>
      </dd>
    </div>
  );
}

function Sources(props: ShownCalculation & { readonly terms: TradingTerms }) {
  const { contract, packageTitle, read, kind, preview, terms } = props;
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { decimalFormat: grid, exchange, priceUnit } = contract;
  if (!preview) return null;
  const rate = amountText(terms.fxRate, format);
  const margin = {
    margin: format.foreign(terms.exchangeMargin, terms.currency),
    exchange,
    marginDate: format.date(terms.exchangeMarginFrom),
    rate,
    rateDate: format.date(terms.fxRateFrom),
    factor: format.plain(formatDecimal(BigInt(terms.marginPercent[kind]), 2)),
    kind: t(($) => $.calculator.kinds[kind]).toLowerCase(),
    result: format.vnd(preview.requiredMargin.perLotVnd),
  };
  const fee = format.vnd(preview.fee.perLotVnd);
  const tick = {
    tick: format.price(1, grid),
    unit: unitText(t, priceUnit),
    foreign: format.foreign(terms.tickValue, terms.currency),
    rate,
    result: format.vnd(preview.tick.perLotVnd),
  };
  return (
    <section className="rounded-md bg-surface-2 px-3 py-2.5">
      <h2 className="font-semibold text-12">{t(($) => $.calculator.sources)}</h2>
      <ul className="mt-1 grid gap-1 text-12 text-fg-2 tabular-nums leading-5">
        <Source>{t(($) => $.calculator.source.margin, margin)}</Source>
        <Source>
          {packageTitle === null
            ? t(($) => $.calculator.source.fee, { fee })
            : t(($) => $.calculator.source.packageFee, { fee, title: packageTitle })}
        </Source>
        <Source>{t(($) => $.calculator.source.tick, tick)}</Source>
        {preview.notional && (
          <Source>
            {t(($) => $.calculator.source.onePercent, {
              price: format.price(read.priceTicks, grid),
              notional: format.vnd(preview.notional.perLotVnd),
            })}
          </Source>
        )}
      </ul>
    </section>
  );
}

function Source({ children }: { readonly children: ReactNode }) {
  return <li className="break-words">{children}</li>;
}
