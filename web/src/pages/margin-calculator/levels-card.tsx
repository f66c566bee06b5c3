/** With what money the order is accepted, what is left of it, and at which prices the broker would act. */
import type { LevelReached, OrderPreview } from '@mua/core/preview';
import { formatDecimal } from '@mua/core/values';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Card } from '#design/ui/figures/card.tsx';
import { Table, Td, Th } from '#design/ui/table/table.tsx';
import { lotsText } from '#i18n/lots-text.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import { reduceOnlyText } from '#market/reduce-only-text.ts';
import { LEVEL_MARKS, LevelScale } from '#pages/margin-calculator/level-scale.tsx';
import { barredBy, type ShownCalculation } from '#pages/margin-calculator/shown-calculation.ts';

export function LevelsCard(shown: ShownCalculation) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { preview } = shown;
  if (!preview) return null;
  const { order, levels, leastVnd } = preview;
  const barred = barredBy(shown);
  return (
    <Card className="grid gap-3 max-md:p-4" data-testid="calculator-levels">
      <h2 className="font-semibold text-14">{t(($) => $.calculator.levels)}</h2>
      {barred ? (
        <Rejected>{reduceOnlyText({ t, format }, barred)}</Rejected>
      ) : order === null ? (
        <p className="text-fg-2 leading-5">
          {t(($) => $.calculator.least, { least: format.vnd(leastVnd) })} {t(($) => $.calculator.tellMoney)}
        </p>
      ) : order.isAccepted ? (
        <Left order={order} shown={shown} />
      ) : (
        <Rejected>
          {t(($) => $.calculator.short, { missing: format.vnd(order.shortfallVnd), least: format.vnd(leastVnd) })}
        </Rejected>
      )}
      {levels.length > 0 && (
        <>
          <LevelScale levels={levels} shown={shown} />
          <Levels levels={levels} shown={shown} />
          <p className="text-12 text-fg-3 leading-4.5">{t(($) => $.calculator.assumed)}</p>
        </>
      )}
    </Card>
  );
}

/** Why the order would not be taken. */
function Rejected({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-danger leading-5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Before and after the fill, in words. */
function Left({ order, shown: { draft } }: { readonly order: OrderPreview; readonly shown: ShownCalculation }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { availableVnd, requiredVnd, ratioBasisPoints } = order;
  const ratio = ratioBasisPoints.after === null ? null : formatDecimal(ratioBasisPoints.after, 2);
  const most = draft.side === 'BUY' ? order.maxBuyLots : order.maxSellLots;
  return (
    <p className="text-fg-2 leading-5" data-testid="calculator-left">
      {t(($) => $.calculator.left, {
        before: format.vnd(availableVnd.before),
        after: format.vnd(availableVnd.after),
        required: format.vnd(requiredVnd.after),
        fee: format.vnd(order.feeVnd),
        ratio: format.ratio(ratio),
      })}{' '}
      {t(($) => $.calculator.most, { lots: lotsText({ t, format }, most) })}
    </p>
  );
}

interface LevelsProps {
  readonly levels: readonly LevelReached[];
  readonly shown: ShownCalculation;
}

/** A table; on a phone a list, because there is no room for its columns. */
function Levels({ levels, shown: { contract, read } }: LevelsProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const isNarrow = useNarrowScreen();
  const grid = contract.decimalFormat;
  const rows = levels.map(({ level, percent, at }) => ({
    level,
    percent: <Percent level={level} text={format.ratio(String(percent), 0)} />,
    action: t(($) => $.calculator.action[level]),
    price: at ? format.price(at.ticks, grid) : t(($) => $.calculator.never),
    move: at ? format.quotePercent(at.moveTicks, read.priceTicks) : '',
    loss: at ? format.profit(at.profitVnd, { bare: true }).text : '',
  }));
  if (isNarrow)
    return (
      <ul aria-label={t(($) => $.calculator.levels)} className="tabular-nums">
        {rows.map(({ level, percent, action, price, move, loss }) => (
          <li
            key={level}
            className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-border border-t py-2"
          >
            {percent}
            <span className="text-12">{action}</span>
            <span className="text-right font-semibold">{price}</span>
            <span className="col-span-2 text-12 text-fg-3">{move}</span>
            <span className="text-right text-12 text-down">{loss}</span>
          </li>
        ))}
      </ul>
    );
  return (
    <Table aria-label={t(($) => $.calculator.levels)}>
      <thead>
        <tr>
          <Th>{t(($) => $.calculator.column.level)}</Th>
          <Th>{t(($) => $.calculator.column.action)}</Th>
          <Th numeric>{t(($) => $.calculator.column.price)}</Th>
          <Th numeric>{t(($) => $.calculator.column.move)}</Th>
          <Th numeric>{t(($) => $.calculator.column.loss)}</Th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {rows.map(({ level, percent, action, price, move, loss }) => (
          <tr key={level} className="[&:last-child>td]:border-b-0">
            <Td className="h-9.5">{percent}</Td>
            <Td className="whitespace-normal">{action}</Td>
            <Td numeric className="font-semibold">
              {price}
            </Td>
            <Td numeric>{move}</Td>
            <Td numeric className="text-down">
              {loss}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The level's share of required margin, with the colour of its part of the scale. */
function Percent({ level, text }: { readonly level: LevelReached['level']; readonly text: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold">
      <span aria-hidden className={cn('size-2.5 rounded-[2px]', LEVEL_MARKS[level])} />
      {text}
    </span>
  );
}
