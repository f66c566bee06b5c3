/** Bank accounts as a table on a desk and as cards on a phone. A beneficiary that waits says until when. */
import { Clock, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNowMs, useEverySecond } from '#clock/market-clock.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { BankTab } from '#pages/bank-information/bank-tabs.ts';
import type { ShownAccount } from '#pages/bank-information/shown-accounts.ts';

export interface BankAccountListProps {
  readonly tab: BankTab;
  readonly accounts: readonly ShownAccount[];
  readonly onChange: (account: ShownAccount) => void;
  readonly onRemove: (account: ShownAccount) => void;
}

export function BankAccountList(props: BankAccountListProps) {
  return useNarrowScreen() ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows({ tab, accounts, ...acts }: BankAccountListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="overflow-x-auto rounded-lg border border-border bg-surface [&_tr:last-child>td]:border-b-0">
      <Table aria-label={t(($) => $.banks[tab])}>
        <thead>
          <tr>
            <Th>{t(($) => $.banks.column.bank)}</Th>
            <Th>{t(($) => $.banks.column.number)}</Th>
            <Th>{t(($) => $.banks.column.holder)}</Th>
            <Th>{t(($) => (tab === 'registered' ? $.banks.column.branch : $.banks.column.state))}</Th>
            <Th>
              <span className="sr-only">{t(($) => $.banks.column.acts)}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <Tr key={account.id} data-testid={`bank-account-${account.bankCode}`}>
              <Td className="font-medium">{account.bankName}</Td>
              <Td className="tabular-nums">{format.accountNumber(account.number)}</Td>
              <Td>{account.holder}</Td>
              <Td className="text-fg-2">
                {tab === 'registered' ? (account.branch ?? '–') : <Usable usableFrom={account.usableFrom} />}
              </Td>
              <Td className="text-right">
                <Acts tab={tab} account={account} {...acts} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Cards({ tab, accounts, ...acts }: BankAccountListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul
      aria-label={t(($) => $.banks[tab])}
      className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface"
    >
      {accounts.map((account) => (
        <li
          key={account.id}
          data-testid={`bank-account-${account.bankCode}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-2 pr-1 pl-3.5"
        >
          <div className="min-w-0">
            <p className="font-medium text-14 tabular-nums">
              {account.bankName} {format.accountNumber(account.number)}
            </p>
            <p className="truncate text-12 text-fg-2">
              {account.holder}
              {account.branch !== null && ` · ${account.branch}`}
            </p>
            {tab === 'beneficiaries' && (
              <p className="pt-1 text-12">
                <Usable usableFrom={account.usableFrom} />
              </p>
            )}
          </div>
          <Acts tab={tab} account={account} {...acts} />
        </li>
      ))}
    </ul>
  );
}

type ActsProps = Pick<BankAccountListProps, 'tab' | 'onChange' | 'onRemove'> & { readonly account: ShownAccount };

/** An own bank account is registered for good: it is changed, and not deleted. */
function Acts({ tab, account, onChange, onRemove }: ActsProps) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex gap-1">
      <IconButton
        label={t(($) => $.banks.editNamed, { account: account.name })}
        size="icon-sm"
        className="max-md:size-11"
        onClick={() => onChange(account)}
      >
        <Pencil aria-hidden />
      </IconButton>
      {tab === 'beneficiaries' && (
        <IconButton
          label={t(($) => $.banks.deleteNamed, { account: account.name })}
          size="icon-sm"
          className="max-md:size-11"
          onClick={() => onRemove(account)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

function Usable({ usableFrom }: Pick<ShownAccount, 'usableFrom'>) {
  const { t } = useTranslation();
  const format = useFormat();
  if (usableFrom === null) return <Badge tone="success">{t(($) => $.banks.usable)}</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <WaitBadge usableFrom={usableFrom} />
      <span className="text-12 text-fg-2">{t(($) => $.banks.usableFrom, { time: format.dateTime(usableFrom) })}</span>
    </span>
  );
}

/** The time that is left, by the minute: waiting by rule shows it. */
export function WaitBadge({ usableFrom }: { readonly usableFrom: string }) {
  const { t } = useTranslation();
  const left = useEverySecond(() => Math.max(0, Math.ceil((Date.parse(usableFrom) - serverNowMs()) / 60_000)));
  const [hours, minutes] = [Math.floor(left / 60), left % 60];
  return (
    <Badge tone="warning">
      <Clock aria-hidden className="size-3" />
      {hours === 0 ? t(($) => $.banks.leftMinutes, { minutes }) : t(($) => $.banks.leftHours, { hours, minutes })}
    </Badge>
  );
}
