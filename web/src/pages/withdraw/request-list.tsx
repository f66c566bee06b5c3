/** Requests that have ended, newest first, each with how. */
import type { WithdrawRequest } from '@mua/contract/entities/withdraw-request';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Badge, type BadgeTone } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useAccountName } from '#pages/bank-information/shown-accounts.ts';

export interface RequestListProps {
  readonly userId: string;
  readonly requests: readonly WithdrawRequest[];
  readonly ref: RefObject<HTMLElement | null>;
}

const TONES: Readonly<Record<WithdrawRequest['status'], BadgeTone>> = {
  ASKED: 'plain',
  HELD: 'plain',
  APPROVED: 'plain',
  PAID: 'success',
  REFUSED: 'danger',
  CANCELLED: 'plain',
  MARGIN_NEEDED: 'warning',
  FAILED: 'danger',
};

export function RequestList({ userId, requests, ref }: RequestListProps) {
  const { t } = useTranslation();
  const title = t(($) => $.withdrawals.ended);
  return (
    <Card ref={ref} tabIndex={-1} aria-label={title} className="p-0 outline-none">
      <div className="flex items-baseline justify-between gap-3 px-5 pt-3 pb-2 max-md:px-4">
        <h2 className="text-16">{title}</h2>
        <Link
          to="/account-overview/history-payment"
          className="rounded-sm text-12 text-primary-text hover:underline max-md:py-3"
        >
          {t(($) => $.withdrawals.history)}
        </Link>
      </div>
      {requests.length === 0 ? (
        <EmptyState icon={History} title={t(($) => $.withdrawals.noneEnded)} />
      ) : (
        <ul aria-label={title} className="divide-y divide-border border-border border-t">
          {requests.map((request) => (
            <Ended key={request.requestId} userId={userId} request={request} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Ended({ userId, request }: { readonly userId: string; readonly request: WithdrawRequest }) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useAccountName(userId);
  const { status, endedAt, amount, beneficiary } = request;
  return (
    <li
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-5 py-2.5 max-md:px-4"
      data-testid={`withdraw-${status}`}
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={TONES[status]}>{t(($) => $.withdrawals.status[status])}</Badge>
        <span className="text-12 text-fg-2">{nameOf(beneficiary.bankCode, beneficiary.beneficiaryAccountNumber)}</span>
      </span>
      <span className={cn('font-medium tabular-nums', status !== 'PAID' && 'text-fg-3')}>
        {format.vnd(`-${amount}`)}
      </span>
      <span className="min-w-0 break-words text-12 text-fg-3">
        <Outcome request={request} />
      </span>
      <time className="text-12 text-fg-3 tabular-nums" dateTime={endedAt ?? undefined}>
        {format.dateTime(endedAt)}
      </time>
    </li>
  );
}

/** The bank's reference, or why it came to nothing and that the money is back. */
function Outcome({ request }: { readonly request: WithdrawRequest }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, reference, cause, reason, failure } = request;
  if (status === 'PAID') return reference;
  if (failure) return `${writtenError({ t, format }, failure)} · ${t(($) => $.withdrawals.nothingHeld)}`;
  const why = [cause && t(($) => $.withdrawals.cause[cause]), reason].filter(Boolean).join(': ');
  return [why, t(($) => $.withdrawals.returned)].filter((part) => part !== '').join(' · ');
}
