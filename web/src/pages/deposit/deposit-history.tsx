/** The newest deposits of the sub-account; one that waits is shown again with its code. */
import type { Deposit, DepositStatus } from '@mua/contract/entities/deposit';
import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowDownToLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Badge, type BadgeTone } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

const TONES: Readonly<Record<DepositStatus, BadgeTone>> = {
  WAITING: 'info',
  CHECKING: 'warning',
  CREDITED: 'success',
  RETURNED: 'danger',
  EXPIRED: 'plain',
};

export interface DepositHistoryProps {
  readonly query: UseQueryResult<Deposit[]>;
  readonly shownId: string | null;
  readonly onShow: (depositId: string) => void;
}

export function DepositHistory(props: DepositHistoryProps) {
  const { t } = useTranslation();
  return (
    <Card className="grid gap-2 p-0">
      <h2 className="px-5 pt-4 text-14 max-md:px-4">{t(($) => $.deposits.history)}</h2>
      <Listed {...props} />
    </Card>
  );
}

function Listed({ query: { data, error, refetch }, shownId, onShow }: DepositHistoryProps) {
  const { t } = useTranslation();
  if (error && !data) {
    const panel = t(($) => $.deposits.panel);
    return <ErrorPanel panel={panel} code={errorCodeOf(error)} onRetry={() => void refetch()} />;
  }
  if (!data) return <SkeletonRows rows={4} columns={['text', 'text', 'number']} />;
  if (data.length === 0) return <EmptyState icon={ArrowDownToLine} title={t(($) => $.deposits.noHistory)} />;
  return (
    <ul aria-label={t(($) => $.deposits.history)} className="tabular-nums">
      {data.map((deposit) => (
        <Row
          key={deposit.depositId}
          deposit={deposit}
          isShown={deposit.depositId === shownId}
          onShow={() => onShow(deposit.depositId)}
        />
      ))}
    </ul>
  );
}

function Row({ deposit, isShown, onShow }: { deposit: Deposit; isShown: boolean; onShow: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, createdAt, memo, bank, amount, received, checking } = deposit;
  const sum = status === 'CHECKING' ? checking : received;
  return (
    <li
      data-testid={`deposit-${memo.replace(' ', '-')}`}
      data-shown={isShown || undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-border border-t px-5 py-2.5 data-[shown]:bg-surface-2 max-md:px-4 md:grid-cols-[9rem_minmax(0,1fr)_auto_8rem]"
    >
      <time dateTime={createdAt} className="text-12 text-fg-2 max-md:order-3">
        {format.dateTime(createdAt)}
      </time>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{memo}</span>
        <span className="text-12 text-fg-3">{bank.name}</span>
      </span>
      <span className="text-right font-medium">{format.vnd(sum ?? amount)}</span>
      <span className="flex items-center justify-end gap-2 max-md:order-4">
        <Badge tone={TONES[status]}>{t(($) => $.deposits.status[status])}</Badge>
        {status === 'WAITING' && !isShown && (
          <Button
            size="sm"
            variant="outline"
            className="max-md:h-11"
            aria-label={t(($) => $.deposits.show, { memo })}
            onClick={onShow}
          >
            QR
          </Button>
        )}
      </span>
    </li>
  );
}
