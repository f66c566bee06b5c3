/** The bell of a contract: the number of alerts waiting there, and a way to open them. */
import type { Contract } from '@mua/contract/entities/contract';
import { Bell, BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { openAlerts } from '#desk/open-alerts.ts';
import { useAlertCount } from '#lists/price-alerts.ts';

export function AlertBell({ contract, className }: { contract: Contract; className?: string }) {
  const { t } = useTranslation();
  const { code } = contract;
  const count = useAlertCount(code);
  const Icon = count > 0 ? BellRing : Bell;
  return (
    <IconButton
      label={
        count > 0
          ? t(($) => $.alerts.openWaiting, { replace: { code, count } })
          : t(($) => $.alerts.open, { replace: { code } })
      }
      data-testid="alert-bell"
      className={className}
      onClick={() => openAlerts({ contractCode: code })}
    >
      <Icon aria-hidden className={count > 0 ? 'text-primary-text' : undefined} />
    </IconButton>
  );
}
