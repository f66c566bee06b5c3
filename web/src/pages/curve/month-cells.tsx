/** What table and phone rows say of a month alike. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { openPositionsQuery } from '#accounts/positions.ts';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { DIRECTION_TEXT, directionOf } from '#design/ui/figures/figures.tsx';
import { askOfTrading } from '#desk/trading-question.ts';
import { MISSING } from '#i18n/format.ts';
import { lotsText } from '#i18n/lots-text.ts';
import type { Format } from '#i18n/use-format.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { Earlier } from '#pages/curve/before.ts';
import type { CurveUnit, MonthWriter } from '#pages/curve/curve-unit.ts';
import type { ShownMonth } from '#pages/curve/live-curve.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { type AccountActor, useActiveUser } from '#signed-in/actor.ts';

export interface MonthProps {
  readonly month: ShownMonth;
  readonly unit: CurveUnit;
  readonly isLast: boolean;
  readonly earlier: Earlier;
  /** Of the month, among those of `earlier`. */
  readonly index: number;
}

/** The last settlement has a column of its own. */
export function isSettlement({ before }: Earlier): boolean {
  return before === 'day';
}

interface EarlierPriceProps extends Pick<MonthProps, 'earlier' | 'index'> {
  readonly writer: MonthWriter;
}

/** What the month cost before; a gap while that is being read. */
export function EarlierPrice({ earlier: { prices, isPending }, index, writer }: EarlierPriceProps) {
  return isPending ? <Skeleton className="ml-auto w-12" /> : writer.price(prices[index] ?? null);
}

/** Since the last settlement, coloured by its sign. */
export function MonthChange({ month, writer }: { readonly month: ShownMonth; readonly writer: MonthWriter }) {
  const format = useMarketFormat();
  const { changeTicks, settlementTicks } = month;
  const direction = directionOf(changeTicks);
  return (
    <span className={cn('whitespace-nowrap', direction ? DIRECTION_TEXT[direction] : 'text-fg-3')}>
      {`${writer.change(changeTicks)} (${format.quotePercent(changeTicks, settlementTicks)})`}
    </span>
  );
}

export function closeOutText(format: Format, { contract: { closeOutAt } }: ShownMonth): string {
  return closeOutAt.long === null ? MISSING : format.date(closeOutAt.long);
}

export function MonthLink({ month: { contract } }: { readonly month: ShownMonth }) {
  return (
    <Link
      to="/trading/$code"
      params={{ code: contract.code }}
      className="finger-sized font-medium hover:text-primary-text hover:underline"
    >
      {contract.code}
    </Link>
  );
}

/** The reader's own lots of the month, and the way to roll them. */
export function HeldMonth({ month: { contract }, isLast }: { readonly month: ShownMonth; readonly isLast: boolean }) {
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  if (userId === null || accountId === undefined) return null;
  return <HeldLots actor={{ userId, accountId }} contractCode={contract.code} mayRoll={!isLast} />;
}

interface HeldLotsProps {
  readonly actor: AccountActor;
  readonly contractCode: string;
  /** False where no later month is listed. */
  readonly mayRoll: boolean;
}

function HeldLots({ actor, contractCode, mayRoll }: HeldLotsProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { data } = useQuery(openPositionsQuery(actor));
  const netLots = data?.find((one) => one.contractCode === contractCode)?.netLots ?? 0;
  if (netLots === 0) return null;
  const side = t(($) => $.words.side[netLots > 0 ? 'BUY' : 'SELL']);
  return (
    <span className="flex flex-wrap items-center gap-2 text-12">
      <span data-testid={`curve-held-${contractCode}`}>
        {t(($) => $.curve.held, { side, lots: lotsText({ t, format }, Math.abs(netLots)) })}
      </span>
      {mayRoll && (
        <Button
          size="sm"
          variant="outline"
          className="max-md:h-11"
          data-testid={`curve-roll-${contractCode}`}
          aria-label={t(($) => $.curve.roll, { contract: contractCode })}
          onClick={() => askOfTrading({ kind: 'roll', actor, contractCode })}
        >
          {t(($) => $.positions.roll)}
        </Button>
      )}
    </span>
  );
}
