/** What following costs and allows, and how the leader trades. */
import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ratio } from '#design/ui/figures/figures.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import { copyFeeText, lengthText } from '#pages/copy-trade/copy-texts.ts';
import { FollowerCount } from '#pages/copy-trade/strategies/strategy-parts.tsx';

export function StrategyTerms({ strategy }: { readonly strategy: ShownStrategy }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { figures, performanceFeeRate, slippageTolerance } = strategy;
  const slippage = figures.averageSlippageTicks;
  const title = t(($) => $.strategies.terms);
  return (
    <>
      <section aria-label={title}>
        <h2 className="text-16">{title}</h2>
        <dl className="mt-1 tabular-nums">
          <Term name={t(($) => $.strategies.minFollow)}>{format.vnd(strategy.minFollowAmount)}</Term>
          <Term name={t(($) => $.strategies.copyFee)}>{copyFeeText({ t, format }, strategy)}</Term>
          <Term name={t(($) => $.strategies.performanceFee)}>
            {t(($) => $.strategies.aboveHigh, { rate: `${format.plain(performanceFeeRate)}%` })}
          </Term>
          <Term name={t(($) => $.strategies.tolerance)}>
            {t(($) => $.strategies.ticks, { ticks: format.volume(slippageTolerance), count: slippageTolerance })}
          </Term>
          <Term name={t(($) => $.strategies.followerCount)}>
            <FollowerCount strategy={strategy} />
          </Term>
          <Term name={t(($) => $.strategies.holding)}>{lengthText({ t, format }, figures.averageHoldingMs)}</Term>
          <Term name={t(($) => $.strategies.profitFactor)}>{format.plain(figures.profitFactor)}</Term>
          <Term name={t(($) => $.strategies.slippage)}>
            {slippage === null ? format.plain(null) : t(($) => $.strategies.ticks, { ticks: format.plain(slippage) })}
          </Term>
          <Term name={t(($) => $.strategies.exposure)}>
            <Ratio percent={figures.maxExposure} decimals={0} />
          </Term>
        </dl>
      </section>
      <p className="flex items-start gap-2 rounded-md border border-border px-3 py-2.5 text-12 text-fg-2 leading-4.5">
        <Info aria-hidden className="mt-0.5 size-3.5 shrink-0 text-fg-3" />
        {t(($) => $.strategies.noPromise)}
      </p>
    </>
  );
}

function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-border border-b py-1.5">
      <dt className="text-fg-2">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}
