/** The code of one deposit, the same as rows to copy, and how it stands. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Deposit, DepositStatus } from '@mua/contract/entities/deposit';
import { Link } from '@tanstack/react-router';
import {
  CircleCheck,
  Clock3,
  Download,
  type LucideIcon,
  QrCode as QrIcon,
  SearchCheck,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { CopyButton } from '#design/ui/controls/copy-button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { QrCode } from '#features/security/qr-code.tsx';
import { qrPicture } from '#features/security/qr-picture.ts';
import { useFormat } from '#i18n/use-format.ts';
import { saveFile } from '#wire/save-file.ts';

export interface DepositCodeProps {
  readonly deposit: Deposit | undefined;
  readonly account: AccountOverview;
}

export function DepositCode({ deposit, account }: DepositCodeProps) {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  const depositId = deposit?.depositId;
  // On a phone the code stands below what made it.
  useEffect(() => {
    if (depositId === undefined) return;
    const { current } = card;
    if (!current) return;
    current.focus({ preventScroll: true });
    if (current.getBoundingClientRect().top > innerHeight / 2) current.scrollIntoView({ block: 'start' });
  }, [depositId]);
  if (!deposit)
    return (
      <Card className="max-lg:hidden">
        <EmptyState icon={QrIcon} title={t(($) => $.deposits.code)} hint={t(($) => $.deposits.howTo)} />
      </Card>
    );
  const isPayable = deposit.status === 'WAITING';
  return (
    <Card
      ref={card}
      tabIndex={-1}
      aria-label={t(($) => $.deposits.code)}
      className="grid scroll-mt-4 justify-items-center gap-4 outline-none max-md:p-4"
      data-testid="deposit-code"
    >
      {isPayable && (
        <figure className="grid justify-items-center gap-1.5">
          <QrCode text={deposit.qrPayload} label={t(($) => $.deposits.code)} className="size-60 rounded-lg" />
          <figcaption className="font-medium text-11 text-fg-3">{t(($) => $.deposits.scan)}</figcaption>
        </figure>
      )}
      <CurrentState deposit={deposit} account={account} />
      {isPayable && <Rows deposit={deposit} />}
      {isPayable && <SavePicture deposit={deposit} />}
      {isPayable && account.isDemo && <DemoNote />}
    </Card>
  );
}

const LOOKS: Readonly<Record<DepositStatus, { readonly icon: LucideIcon; readonly className: string }>> = {
  WAITING: { icon: Clock3, className: 'text-primary-text' },
  CHECKING: { icon: SearchCheck, className: 'text-warning' },
  CREDITED: { icon: CircleCheck, className: 'text-success' },
  RETURNED: { icon: Undo2, className: 'text-danger' },
  EXPIRED: { icon: Clock3, className: 'text-fg-3' },
};

function CurrentState({ deposit, account }: { deposit: Deposit; account: AccountOverview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, amount, received, checking, expiresAt } = deposit;
  const { icon: Icon, className } = LOOKS[status];
  const sum = format.vnd((status === 'CHECKING' ? checking : received) ?? amount);
  const facts = {
    ...{ sum, account: format.accountNumber(account.subAccountCode) },
    until: format.dateTime(expiresAt),
  };
  return (
    <div
      role="status"
      data-testid="deposit-state"
      data-status={status}
      className="flex w-full items-start gap-3 rounded-md border border-border-strong bg-surface-2 px-3.5 py-3"
    >
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', className)} />
      <div className="min-w-0">
        <p className="font-medium">{t(($) => $.deposits.state[status].title, facts)}</p>
        <p className="text-12 text-fg-2">{t(($) => $.deposits.state[status].hint, facts)}</p>
        {status === 'CREDITED' && checking !== null && (
          <p className="text-12 text-warning">{t(($) => $.deposits.checkingBeside, { sum: format.vnd(checking) })}</p>
        )}
      </div>
    </div>
  );
}

function Rows({ deposit: { bank, amount, memo } }: { deposit: Deposit }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = [
    { name: t(($) => $.deposits.rows.bank), shown: `${bank.name} – ${bank.branch}`, text: bank.name },
    { name: t(($) => $.deposits.rows.holder), shown: bank.holder, text: bank.holder },
    { name: t(($) => $.deposits.rows.account), shown: bank.accountNumber, text: bank.accountNumber },
    { name: t(($) => $.deposits.rows.amount), shown: format.vnd(amount), text: amount },
    { name: t(($) => $.deposits.rows.memo), shown: memo, text: memo, isKey: true },
  ];
  return (
    <>
      <dl className="w-full">
        {rows.map(({ name, shown, text, isKey }) => (
          <div
            key={name}
            className="grid min-h-11 grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3 border-border max-md:grid-cols-[4.5rem_minmax(0,1fr)] max-md:gap-2 border-b py-1 last:border-0"
          >
            <dt className="text-12 text-fg-2">{name}</dt>
            <dd className="flex items-center justify-between gap-3 max-md:gap-2 font-medium tabular-nums">
              <span className={cn('min-w-0 break-words', isKey && 'font-semibold text-primary-text')}>{shown}</span>
              <CopyButton text={text} label={t(($) => $.deposits.copy, { name })} className="shrink-0 max-md:h-11" />
            </dd>
          </div>
        ))}
      </dl>
      <p className="flex items-start gap-2 text-12 text-fg-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
        {t(($) => $.deposits.keepMemo)}
      </p>
    </>
  );
}

function SavePicture({ deposit: { memo, qrPayload } }: { deposit: Deposit }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="outline"
      className="w-full max-md:h-11"
      onClick={() => void qrPicture(qrPayload).then((picture) => saveFile(`${memo.replace(' ', '-')}.png`, picture))}
    >
      <Download aria-hidden />
      {t(($) => $.deposits.savePicture)}
    </Button>
  );
}

function DemoNote() {
  const { t } = useTranslation();
  return (
    <div className="grid w-full gap-2 border-border border-t pt-3">
      <p className="text-12 text-fg-2">{t(($) => $.deposits.demoCode)}</p>
      <Link to="/dev/bank" className={buttonVariants({ variant: 'outline', className: 'max-md:min-h-11' })}>
        {t(($) => $.deposits.toDemoBank)}
      </Link>
    </div>
  );
}
