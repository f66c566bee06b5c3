/** Opening, what moved, closing: one line that adds up. */
import type { Statement } from '@mua/contract/entities/statement';
import { SUMS, type SumName, sumsOf } from '@mua/contract/movement-sums';
import { useTranslation } from 'react-i18next';
import { Card } from '#design/ui/figures/card.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';

/** Always shown, also when nothing moved. */
const USUAL: readonly SumName[] = ['deposits', 'withdrawals', 'profit', 'fees'];

export function StatementEquation({ statement }: { readonly statement: Statement }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { from, to, opening, movements, closing } = statement;
  const sums = sumsOf(movements);
  const shown = SUMS.filter((name) => sums.has(name) || USUAL.includes(name));
  return (
    <Card aria-label={t(($) => $.statements.equation)} className="@container p-0" data-testid="statement-equation">
      <div className="grid @3xl:grid-cols-[auto_minmax(0,1fr)_auto] items-stretch tabular-nums">
        <End
          name={t(($) => $.statements.opening, { date: format.civilDate(from) })}
          value={format.vnd(opening.cash)}
          sign="+"
          place="after"
        />
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(128px,1fr))] gap-x-4 gap-y-2 border-border bg-surface-2 px-5 py-3.5 @max-3xl:border-y @3xl:border-x">
          {shown.map((name) => (
            <div key={name}>
              <dt className="text-12 text-fg-2">{t(($) => $.statements.sums[name])}</dt>
              <dd className="whitespace-nowrap font-medium text-14 leading-6">
                {name === 'profit' ? (
                  <Profit amount={sums.get(name) ?? 0n} bare />
                ) : (
                  format.profit(sums.get(name) ?? 0n, { bare: true }).text
                )}
              </dd>
            </div>
          ))}
        </dl>
        <End
          name={t(($) => $.statements.closing, { date: format.civilDate(to) })}
          value={format.vnd(closing.cash)}
          sign="="
          place="before"
        />
      </div>
    </Card>
  );
}

interface EndProps {
  readonly name: string;
  readonly value: string;
  readonly sign: '+' | '=';
  readonly place: 'before' | 'after';
}

function End({ name, value, sign, place }: EndProps) {
  const mark = (
    <span aria-hidden className="text-20 text-fg-3">
      {sign}
    </span>
  );
  return (
    <div className="flex items-center justify-between gap-4 px-5 py-3.5">
      {place === 'before' && mark}
      <dl>
        <dt className="text-12 text-fg-2">{name}</dt>
        <dd className="whitespace-nowrap font-semibold text-20">{value}</dd>
      </dl>
      {place === 'after' && mark}
    </div>
  );
}
