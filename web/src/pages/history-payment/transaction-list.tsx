/** The changes of the cash: table rows on a wide screen, cards on a phone. */
import type { Transaction } from '@mua/contract/entities/transaction';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import type { ListColumn } from '#design/ui/table/list-columns.ts';
import { ListTable } from '#design/ui/table/list-table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { TransactionAmount, TransactionContent } from '#pages/history-payment/transaction-text.tsx';

export interface TransactionListProps {
  readonly rows: readonly Transaction[];
  /** Rendered below the last row. */
  readonly children?: ReactNode;
}

export function TransactionList(props: TransactionListProps) {
  return useNarrowScreen() ? <Cards {...props} /> : <Rows {...props} />;
}

const keyOf = ({ transactionId }: Transaction) => transactionId;
const rowProps = (transaction: Transaction) => ({ 'data-testid': `transaction-${transaction.type}` });
const FIRST_TO_GO = ['content'];

function Rows({ rows, children }: TransactionListProps) {
  const { t } = useTranslation();
  return (
    <ListTable
      list="transactions"
      label={t(($) => $.money.history)}
      columns={useColumns()}
      firstToGo={FIRST_TO_GO}
      rows={rows}
      keyOf={keyOf}
      rowProps={rowProps}
    >
      {children}
    </ListTable>
  );
}

/** No column can be sorted: each balance follows from the row below it. */
function useColumns(): readonly ListColumn<Transaction>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'time',
        name: t(($) => $.money.time),
        width: 176,
        isFixed: true,
        cellClass: () => 'text-fg-2',
        cell: ({ timestamp }) => format.dateTime(timestamp),
      },
      {
        id: 'type',
        name: t(($) => $.money.type),
        width: 176,
        isFixed: true,
        cellClass: () => 'font-medium',
        cell: ({ type }) => t(($) => $.money.types[type]),
      },
      {
        id: 'content',
        name: t(($) => $.money.content),
        width: 280,
        grows: true,
        cellClass: () => 'truncate text-fg-2',
        cell: (transaction) => <TransactionContent transaction={transaction} />,
      },
      {
        id: 'amount',
        name: t(($) => $.money.amount),
        width: 144,
        numeric: true,
        isFixed: true,
        cell: (transaction) => <TransactionAmount transaction={transaction} />,
      },
      {
        id: 'balance',
        name: t(($) => $.money.balance),
        width: 168,
        numeric: true,
        isFixed: true,
        cell: ({ balance }) => format.vnd(balance, { bare: true }),
      },
    ],
    [t, format],
  );
}

function Cards({ rows, children }: TransactionListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <ul aria-label={t(($) => $.money.history)} className="tabular-nums">
        {rows.map((transaction) => (
          <li
            key={keyOf(transaction)}
            {...rowProps(transaction)}
            className="grid gap-1 border-border border-b px-4 py-3 [contain-intrinsic-size:auto_76px] [content-visibility:auto]"
          >
            <div className="flex items-baseline gap-2">
              <span className="font-medium">{t(($) => $.money.types[transaction.type])}</span>
              <span className="ml-auto font-medium">
                <TransactionAmount transaction={transaction} />
              </span>
            </div>
            <div className="min-w-0 break-words text-12 text-fg-2 empty:hidden">
              <TransactionContent transaction={transaction} />
            </div>
            <div className="flex gap-2 text-12 text-fg-3">
              <span>{format.dateTime(transaction.timestamp)}</span>
              <span className="ml-auto">
                {t(($) => $.money.balanceAfter, { balance: format.vnd(transaction.balance) })}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
