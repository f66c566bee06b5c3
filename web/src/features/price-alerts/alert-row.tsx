/** One alert of the list: its price and direction, its state, and its actions. */
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pause, Pencil, Play, Repeat, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { useAlertText } from '#features/price-alerts/alert-text.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { changeAlert, deleteAlert } from '#lists/price-alerts.ts';
import { useContract } from '#market/contracts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

export interface AlertRowProps {
  readonly actor: AccountActor;
  readonly alert: PriceAlert;
  readonly isEdited: boolean;
  readonly onEdit: () => void;
}

const TARGET = 'max-md:size-11 aria-disabled:text-disabled';

/** Gets the focus after an alert was edited. */
export function editButtonId(alertId: string): string {
  return `edit-${alertId}`;
}

export function AlertRow({ actor, alert, isEdited, onEdit }: AlertRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { nameOf, priceOf, stateOf } = useAlertText();
  const { isBusy, refusal, submit } = useSubmission();
  const contract = useContract(alert.contractCode);
  const { alertId, contractCode, direction, isActive, isRepeating, note, endReason } = alert;
  const replace = { alert: nameOf(alert) };
  const Arrow = direction === 'ABOVE' ? ArrowUp : ArrowDown;

  // A busy button stays focusable, so that keyboard users do not lose their place while it waits.
  const send = (call: () => Promise<unknown>) => ({
    'aria-disabled': isBusy || undefined,
    onClick: () => void (isBusy || submit(call)),
  });
  return (
    <li
      data-testid={`alert-${alertId}`}
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-x-2 border-border border-b py-1.5 pr-1 pl-2 last:border-b-0',
        isEdited && 'bg-surface-2',
      )}
    >
      <div className="flex items-center gap-2">
        <Arrow aria-hidden className={cn('size-4 shrink-0', isActive ? 'text-primary-text' : 'text-fg-3')} />
        <div className="min-w-0 flex-1">
          <p className={cn('flex flex-wrap items-baseline gap-x-1.5', !isActive && 'text-fg-2')}>
            <span className="font-medium">{contractCode}</span>
            <span className="text-12 text-fg-2">{t(($) => $.alerts.direction[direction])}</span>
            <span className="font-semibold tabular-nums">{priceOf(alert)}</span>
            {isRepeating && (
              <span className="flex items-center gap-0.5 text-12 text-fg-2">
                <Repeat aria-hidden className="size-3" />
                {t(($) => $.alerts.repeats)}
              </span>
            )}
          </p>
          <p className="truncate text-12 text-fg-3" title={note === '' ? undefined : note}>
            {stateOf(alert)}
            {note !== '' && ` · ${note}`}
          </p>
        </div>
        <span className="flex shrink-0">
          {endReason === null && (
            <>
              <IconButton
                id={editButtonId(alertId)}
                size="icon-sm"
                className={TARGET}
                label={t(($) => $.alerts.edit, { replace })}
                aria-pressed={isEdited}
                onClick={onEdit}
              >
                <Pencil aria-hidden />
              </IconButton>
              <IconButton
                size="icon-sm"
                className={TARGET}
                label={t(($) => (isActive ? $.alerts.pause : $.alerts.resume), { replace })}
                {...send(() => changeAlert(client, actor, { alertId, isActive: !isActive }))}
              >
                {isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
              </IconButton>
            </>
          )}
          <IconButton
            size="icon-sm"
            className={TARGET}
            label={t(($) => $.alerts.delete, { replace })}
            {...send(() => deleteAlert(client, actor, alertId))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      </div>
      {refusal && (
        <p role="alert" className="pl-6 text-12 text-danger">
          {writtenError({ t, format, grid: contract?.decimalFormat }, refusal)}
        </p>
      )}
    </li>
  );
}
