/** The simulation in full: each trade of the leader as it would have been copied, and the sum that comes of them. */
import type { CopySimulation } from '@mua/contract/entities/strategy-figures';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { skippedText } from '#pages/copy-trade/follow/skipped-text.ts';

export interface CopySimulationProps {
  readonly simulation: CopySimulation;
  /** What it was made with, in wire form. */
  readonly ratio: string;
  readonly performanceFeeRate: string;
  /** Takes the ratio with which every trade would have been copied. */
  readonly onTry: (ratio: string) => void;
}

/** The newest ones: the whole month of a busy leader is no reading. */
const MOST_ROWS = 8;

export function SimulationInFull({ simulation, ratio, performanceFeeRate, onTry }: CopySimulationProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { since, copied, total, trades, copiesAll } = simulation;
  const title = t(($) => $.strategies.ifSince, { since: format.date(since) });
  const counts = { copied: format.volume(copied), total: format.volume(total) };
  const shown = trades.slice(-MOST_ROWS);
  const older = total - shown.length;
  const skipped = skippedText({ t, format }, simulation);
  return (
    <section
      aria-label={title}
      className="grid gap-2 rounded-lg border border-border-strong p-3 tabular-nums"
      data-testid="simulation"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold text-13">{title}</h3>
        {total > 0 && <span className="font-semibold text-13">{t(($) => $.strategies.copiedOf, counts)}</span>}
      </div>
      {total === 0 ? (
        <p className="text-12 text-fg-2">{t(($) => $.strategies.noTrades, { since: format.date(since) })}</p>
      ) : (
        <>
          <Trades name={title} trades={shown} ratio={ratio} />
          <p className="text-12 text-fg-3 empty:hidden">
            {[
              older > 0 ? t(($) => $.strategies.olderTrades, { count: older, trades: format.volume(older) }) : null,
              skipped,
            ]
              .filter((text) => text !== null)
              .join(' ')}
          </p>
        </>
      )}
      <Sums simulation={simulation} performanceFeeRate={performanceFeeRate} />
      {copiesAll && (
        <p className="flex flex-wrap items-baseline gap-x-2 text-12 text-fg-2">
          {t(($) => $.strategies.allWith, {
            ratio: format.plain(copiesAll.ratio),
            capital: format.vndSummary(copiesAll.capital),
          })}
          <Button
            variant="link"
            size="text"
            className="text-12 max-md:py-2.5"
            onClick={() => onTry(copiesAll.ratio)}
            data-testid="simulation-try"
          >
            {t(($) => $.strategies.tryRatio, { ratio: format.plain(copiesAll.ratio) })}
          </Button>
        </p>
      )}
    </section>
  );
}

interface TradesProps {
  readonly name: string;
  readonly trades: CopySimulation['trades'];
  readonly ratio: string;
}

function Trades({ name, trades, ratio }: TradesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const times = `× ${format.plain(ratio)}`;
  const cell = 'py-1 pl-2 text-right';
  return (
    <table aria-label={name} className="w-full text-12">
      <thead className="text-fg-3">
        <tr>
          <th scope="col" className="py-1 text-left font-normal">
            {t(($) => $.strategies.date)}
          </th>
          <th scope="col" className="py-1 text-left font-normal">
            {t(($) => $.words.market.contract)}
          </th>
          <th scope="col" className={cn(cell, 'font-normal')}>
            {t(($) => $.strategies.leader)} {times}
          </th>
          <th scope="col" className={cn(cell, 'font-normal')}>
            {t(($) => $.strategies.you)}
          </th>
          <th scope="col" className={cn(cell, 'font-normal')}>
            {t(($) => $.strategies.profitVnd)}
          </th>
        </tr>
      </thead>
      <tbody>
        {trades.map(({ openTime, contractCode, leaderLots, lots, skip, profit }) => (
          <tr key={`${openTime} ${contractCode}`} className={cn('border-border border-t', lots === 0 && 'text-fg-3')}>
            <td className="py-1">{format.date(openTime).slice(0, 5)}</td>
            <td className="py-1">{contractCode}</td>
            <td className={cell}>
              {format.volume(leaderLots)} {times}
            </td>
            <td className={cell}>{skip === null ? format.volume(lots) : t(($) => $.strategies.skip[skip])}</td>
            <td className={cn(cell, 'font-medium')}>
              <Profit amount={profit} bare />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sums({
  simulation,
  performanceFeeRate,
}: {
  readonly simulation: CopySimulation;
  readonly performanceFeeRate: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const {
    grossProfit,
    tradeFees,
    slippage,
    copyFees,
    copyFeePeriods,
    paymentPeriod,
    performanceFee,
    net,
    maxDrawdown,
  } = simulation;
  const cost = (sum: string) => format.profit(-BigInt(sum), { bare: true }).text;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 border-border border-t pt-1.5 text-12 leading-5">
      <Sum name={t(($) => $.strategies.sums.gross)}>{format.profit(grossProfit, { bare: true }).text}</Sum>
      <Sum name={t(($) => $.strategies.sums.tradeFees)}>{cost(tradeFees)}</Sum>
      <Sum name={t(($) => $.strategies.sums.slippage)}>{cost(slippage)}</Sum>
      <Sum
        name={t(($) => $.strategies.sums.copyFees[paymentPeriod], {
          count: copyFeePeriods,
          periods: format.volume(copyFeePeriods),
        })}
      >
        {cost(copyFees)}
      </Sum>
      <Sum name={t(($) => $.strategies.sums.performanceFee, { rate: `${format.plain(performanceFeeRate)}%` })}>
        {cost(performanceFee)}
      </Sum>
      <dt className="border-border border-t pt-1 font-semibold">{t(($) => $.strategies.sums.net)}</dt>
      <dd className="border-border border-t pt-1 text-right font-semibold">
        <Profit amount={net} />
      </dd>
      <Sum name={t(($) => $.strategies.sums.drawdown)}>
        <Profit amount={maxDrawdown} bare />
      </Sum>
    </dl>
  );
}

function Sum({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-2">{name}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}
