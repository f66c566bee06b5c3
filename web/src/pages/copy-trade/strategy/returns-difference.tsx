/** Why followers have less than their leader: one line that adds up, in points of percent. */
import type { StrategyReturns } from '@mua/contract/entities/strategy-figures';
import { formatDecimal, parseDecimal } from '@mua/core/values';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Return } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';

type Difference = NonNullable<StrategyReturns['difference']>;

export function ReturnsDifference({ difference }: { readonly difference: Difference }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { leader, fees, slippage, rest, followers } = difference;
  const less = hundredths(leader) - hundredths(followers);
  const points = format.return(formatDecimal(less < 0n ? -less : less, 2), { bare: true }).text.replace('+', '');
  return (
    <section aria-labelledby="returns-difference">
      <h2 id="returns-difference" className="mb-1.5 font-medium text-12 text-fg-2">
        {less < 0n
          ? t(($) => $.strategies.difference.more, { points })
          : t(($) => $.strategies.difference.less, { points })}
      </h2>
      <dl className="flex flex-wrap justify-between gap-x-4 gap-y-1.5 tabular-nums" data-testid="returns-difference">
        <Part name={t(($) => $.strategies.leader)}>
          <Return percent={leader} bare isPlain />
        </Part>
        <Part name={t(($) => $.strategies.difference.fees)}>
          <Return percent={negative(fees)} bare />
        </Part>
        <Part name={t(($) => $.strategies.difference.slippage)}>
          <Return percent={negative(slippage)} bare />
        </Part>
        <Part name={t(($) => $.strategies.difference.rest)}>
          <Return percent={negative(rest)} bare />
        </Part>
        <Part name={t(($) => $.strategies.followers)}>
          <Return percent={followers} />
        </Part>
      </dl>
      <p className="mt-1 text-11 text-fg-3">{t(($) => $.strategies.difference.restHint)}</p>
    </section>
  );
}

function hundredths(percent: string): bigint {
  const { units, scale } = parseDecimal(percent) ?? { units: 0n, scale: 2 };
  return units * 10n ** BigInt(Math.max(0, 2 - scale));
}

function negative(percent: string): string {
  return formatDecimal(-hundredths(percent), 2);
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-fg-3">{name}</dt>
      <dd className="font-semibold text-14">{children}</dd>
    </div>
  );
}
