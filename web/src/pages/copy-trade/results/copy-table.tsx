/** Copies as rows, each with what it has given; cards on a phone. */
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { CardFact } from '#design/ui/figures/card-fact.tsx';
import { Profit, Return } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { CopyStateBadge, EndReason } from '#pages/copy-trade/copies/copy-parts.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';

export interface CopyTableProps {
  readonly copies: readonly (OwnCopy & { readonly returnPercent?: string })[];
  readonly label: string;
}

export function CopyTable(props: CopyTableProps) {
  return useNarrowScreen() ? <Cards {...props} /> : <Rows {...props} />;
}

/** Gone where a row has no room, so that the result stays in sight; the page of the copy has them. */
const WIDE = 'max-xl:hidden';

function Rows({ copies, label }: CopyTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const hasReturns = copies.some(({ returnPercent }) => returnPercent !== undefined);
  return (
    <div className="overflow-x-auto">
      <Table
        aria-label={label}
        className="tabular-nums [&_td:first-child]:pl-5 [&_td:last-child]:pr-5 [&_th:first-child]:pl-5 [&_th:last-child]:pr-5"
      >
        <thead>
          <tr>
            <Th>{t(($) => $.strategies.strategy)}</Th>
            <Th>{t(($) => $.copies.account)}</Th>
            <Th>{t(($) => $.copies.stateName)}</Th>
            <Th className="max-lg:hidden">{t(($) => $.copies.time)}</Th>
            <Th numeric className={WIDE}>
              {t(($) => $.copies.completed)}
            </Th>
            <Th numeric className={WIDE}>
              {t(($) => $.copies.putIn)}
            </Th>
            <Th numeric>{t(($) => $.copies.fees)}</Th>
            <Th numeric>{t(($) => $.copies.profit)}</Th>
            {hasReturns && <Th numeric>{t(($) => $.copies.returned)}</Th>}
          </tr>
        </thead>
        <tbody>
          {copies.map((copy) => (
            <Tr key={copy.copyTraderId} data-testid="copy-row">
              <Td>
                <CopyLink copy={copy} />
              </Td>
              <Td className="text-fg-2">
                <AccountOf accountId={copy.accountId} />
              </Td>
              <Td>
                <CopyStateBadge state={copy.state} />
                {copy.endReason && (
                  <span className="ml-2 text-12 text-fg-3 max-xl:ml-0 max-xl:block">
                    <EndReason copy={copy} />
                  </span>
                )}
              </Td>
              <Td className="text-fg-2 max-lg:hidden">
                <TimeOf copy={copy} />
              </Td>
              <Td numeric className={WIDE}>
                {format.volume(copy.completedTrades)}
              </Td>
              <Td numeric className={WIDE}>
                {format.vnd(copy.funds)}
              </Td>
              <Td numeric>{format.vnd(copy.fees)}</Td>
              <Td numeric className="font-medium">
                <Profit amount={copy.profit} />
              </Td>
              {hasReturns && (
                <Td numeric>
                  <Return percent={copy.returnPercent} />
                </Td>
              )}
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Cards({ copies, label }: CopyTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul aria-label={label} className="divide-y divide-border border-border border-t tabular-nums">
      {copies.map((copy) => (
        <li key={copy.copyTraderId} className="grid gap-2 px-4 py-3" data-testid="copy-row">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <CopyLink copy={copy} />
            <CopyStateBadge state={copy.state} />
            <span className="ml-auto font-medium">
              <Profit amount={copy.profit} />
            </span>
          </div>
          <p className="text-12 text-fg-2">
            <AccountOf accountId={copy.accountId} /> · <TimeOf copy={copy} />
          </p>
          {copy.endReason && (
            <p className="text-12 text-fg-3">
              <EndReason copy={copy} />
            </p>
          )}
          <dl className="grid grid-cols-3 gap-x-3">
            <CardFact name={t(($) => $.copies.completed)}>{format.volume(copy.completedTrades)}</CardFact>
            <CardFact name={t(($) => $.copies.fees)}>{format.vnd(copy.fees)}</CardFact>
            {copy.returnPercent === undefined ? (
              <CardFact name={t(($) => $.copies.putIn)}>{format.vnd(copy.funds)}</CardFact>
            ) : (
              <CardFact name={t(($) => $.copies.returned)}>
                <Return percent={copy.returnPercent} />
              </CardFact>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function CopyLink({ copy: { copyTraderId: copyId, strategyName } }: { readonly copy: OwnCopy }) {
  return (
    <Link
      to="/account-overview/copy-trade/trading/{-$copyId}"
      params={{ copyId }}
      className="rounded-sm font-medium hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {strategyName}
    </Link>
  );
}

function AccountOf({ accountId }: { readonly accountId: string }) {
  const format = useFormat();
  return format.accountNumber(useNamedAccount(accountId).name);
}

function TimeOf({ copy: { createdDate, closedDate } }: { readonly copy: OwnCopy }) {
  const { t } = useTranslation();
  const format = useFormat();
  const from = format.date(createdDate);
  return closedDate === null ? t(($) => $.copies.fromDate, { from }) : `${from} – ${format.date(closedDate)}`;
}
