/** Sub-accounts as a table: on narrow screens columns are hidden, the least needed first. */
import { useTranslation } from 'react-i18next';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import {
  ChooseSubAccount,
  RatioText,
  SubAccountLink,
  SubAccountState,
} from '#features/sub-accounts/sub-account-parts.tsx';
import type { SubAccountListProps, SubAccountRow } from '#features/sub-accounts/sub-account-row.ts';
import { useFormat } from '#i18n/use-format.ts';

/** Hidden in this order: the name, then booked amounts, then margin in use. */
const NAME = 'max-2xl:hidden';
const BOOKED = 'max-xl:hidden';
const BOUND = 'max-lg:hidden';

export function SubAccountTable({ rows, current, reason, onChoose }: SubAccountListProps) {
  const { t } = useTranslation();
  return (
    <div className="overflow-x-auto [&_td:first-child]:pl-5! [&_td:last-child]:pr-5! [&_th:first-child]:pl-5! [&_th:last-child]:pr-5!">
      <Table className="tabular-nums [&_tr:last-child_td]:border-b-0">
        <thead>
          <tr>
            <Th>{t(($) => $.words.account.account)}</Th>
            <Th className={NAME}>{t(($) => $.accounts.name)}</Th>
            <Th numeric>{t(($) => $.words.margin.equity)}</Th>
            <Th numeric className={BOUND}>
              {t(($) => $.words.margin.requiredMargin)}
            </Th>
            <Th numeric>{t(($) => $.words.margin.availableMarginShort)}</Th>
            <Th numeric>{t(($) => $.words.margin.marginRatio)}</Th>
            <Th numeric>{t(($) => $.words.position.estimatedProfit)}</Th>
            <Th numeric className={BOOKED}>
              {t(($) => $.words.position.actualProfit)}
            </Th>
            <Th className={BOUND}>{t(($) => $.accounts.state)}</Th>
            <Th>
              <span className="sr-only">{t(($) => $.accounts.choose)}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.account.accountId}
              row={row}
              isCurrent={row.account.accountId === current}
              reason={reason}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface RowProps extends Pick<SubAccountListProps, 'reason' | 'onChoose'> {
  readonly row: SubAccountRow;
  readonly isCurrent: boolean;
}

function Row({ row: { account, live }, isCurrent, reason, onChoose }: RowProps) {
  const format = useFormat();
  const sum = (amount: bigint | undefined) => format.vnd(amount, { bare: true });
  return (
    <Tr selected={isCurrent} data-testid={`account-${account.accountId}`}>
      <Td>
        <SubAccountLink account={account} />
      </Td>
      <Td className={`${NAME} text-fg-2`}>{account.subAccountName}</Td>
      <Td numeric className="font-medium">
        {sum(live?.equityVnd)}
      </Td>
      <Td numeric className={BOUND}>
        {sum(live?.requiredVnd)}
      </Td>
      <Td numeric>{sum(live?.availableVnd)}</Td>
      <Td numeric>
        <RatioText live={live} />
      </Td>
      <Td numeric>
        <Profit amount={live?.estimatedProfitVnd} bare />
      </Td>
      <Td numeric className={BOOKED}>
        <Profit amount={account.realizedProfitLoss} bare />
      </Td>
      <Td className={BOUND}>
        <SubAccountState account={account} reason={reason} />
      </Td>
      <Td numeric>
        <ChooseSubAccount account={account} isCurrent={isCurrent} onChoose={onChoose} />
        {!account.isActivated && (
          <span className="inline-block max-w-36 whitespace-normal lg:hidden">
            <SubAccountState account={account} reason={reason} />
          </span>
        )}
      </Td>
    </Tr>
  );
}
