/** The content of price alert toasts: an alert was reached, set with a click, or could not be set. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { BellRing, TriangleAlert } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { ToastCard } from '#design/ui/feedback/toast-card.tsx';
import { openAlerts } from '#desk/open-alerts.ts';
import { useAlertText } from '#features/price-alerts/alert-text.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { noticeText } from '#i18n/notice-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { AlertUpdate } from '#lists/alert-updates.ts';
import { useContract } from '#market/contracts.ts';

interface ReachedToastProps {
  readonly message: MailboxMessage;
  /** Opens the contract's desk. */
  readonly onOpen: (code: string) => void;
  readonly onClose: () => void;
}

export function ReachedToast({ message, onOpen, onClose }: ReachedToastProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const code = message.contractCode ?? '';
  const contract = useContract(code);
  const { title, body, note } = noticeText({ t, format, grid: contract?.decimalFormat }, message, serverNowMs());
  return (
    <div data-testid="toast-alert">
      <ToastCard icon={<BellRing className="text-primary-text" />} title={title} onClose={onClose}>
        {body}
        {note !== null && <span className="block text-foreground">“{note}”</span>}
        <Target>
          <a
            href={`/trading/${code}`}
            onClick={(event) => {
              onClose();
              if (isPlain(event)) {
                event.preventDefault();
                onOpen(code);
              }
            }}
            className={buttonVariants({ variant: 'outline', size: 'sm' })}
          >
            {t(($) => $.alerts.view, { replace: { code } })}
          </a>
        </Target>
      </ToastCard>
    </div>
  );
}

export type ReachedAlert = Exclude<AlertUpdate, { readonly deleted: unknown }>;

export function SetToast({ update, onClose }: { update: ReachedAlert; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { nameOf } = useAlertText();
  const code = 'alert' in update ? update.alert.contractCode : update.contractCode;
  const contract = useContract(code);
  if (!('alert' in update))
    return (
      <ToastCard
        icon={<TriangleAlert className="text-danger" />}
        title={t(($) => $.alerts.failed, { replace: { code } })}
        onClose={onClose}
      >
        {writtenError({ t, format, grid: contract?.decimalFormat }, update.refusal)}
      </ToastCard>
    );
  const change = () => {
    onClose();
    openAlerts({ contractCode: code, alertId: update.alert.alertId });
  };
  return (
    <ToastCard
      icon={<BellRing className="text-primary-text" />}
      title={t(($) => $.alerts.set, { replace: { code } })}
      onClose={onClose}
    >
      {nameOf(update.alert)}
      <Target>
        <button type="button" onClick={change} className={buttonVariants({ variant: 'outline', size: 'sm' })}>
          {t(($) => $.alerts.change)}
        </button>
      </Target>
    </ToastCard>
  );
}

/** A click not meant for a new tab or window. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

function Target({ children }: { children: ReactNode }) {
  return <span className="mt-1.5 flex [&>*]:max-md:h-11">{children}</span>;
}
