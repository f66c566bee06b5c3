/** Shows a trailing stop's current price, and how far the last price is from it while it waits. */
import { useTranslation } from 'react-i18next';
import type { ConditionalRow } from '#features/conditional-orders/use-conditional-rows.ts';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export function LiveStop({ row: { order, contract, stopTicks, markTicks } }: { row: ConditionalRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = contract?.decimalFormat;
  if (!grid || stopTicks === null) return MISSING;
  const isWaiting = order.state === 'PENDING_ACTIVATION' && markTicks !== null;
  const distance = isWaiting ? format.price(Math.abs(markTicks - stopTicks), grid) : null;
  return (
    <>
      {format.price(stopTicks, grid)}
      {distance !== null && (
        <span className="ml-1.5 text-12 text-fg-3" title={t(($) => $.conditional.distance, { distance })}>
          <span aria-hidden>↔ {distance}</span>
          <span className="sr-only">{t(($) => $.conditional.distance, { distance })}</span>
        </span>
      )}
    </>
  );
}
