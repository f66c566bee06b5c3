/** Where a notice went outside the page, and when: one line. */
import type { NoticeDelivery } from '@mua/contract/entities/notice-delivery';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useFormat } from '#i18n/use-format.ts';

export function DeliveryTexts({ deliveries }: { deliveries: readonly NoticeDelivery[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (deliveries.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-3 text-12 text-fg-3">
      {deliveries.map(({ channel, state, at }) => (
        <span key={channel} className={cn('first-letter:uppercase', state === 'FAILED' && 'text-danger')}>
          {t(($) => $.notices.sent.state[state], {
            replace: { channel: t(($) => $.notices.sent.by[channel]), time: format.dateTime(at) },
          })}
        </span>
      ))}
    </span>
  );
}
