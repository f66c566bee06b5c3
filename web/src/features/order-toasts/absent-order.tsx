/** An order that never arrived, in its toast: it can be sent again as the same order, or dropped. */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { dropOrder, sendAgain, useSentOrders } from '#orders/sent-orders.ts';

export function AbsentOrder({ clientOrderId }: { clientOrderId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const sent = useSentOrders(({ orders }) => orders.get(clientOrderId));
  return (
    <>
      {t(($) => $.ticket.absent)}
      {sent?.state.kind === 'absent' && (
        <span className="mt-1.5 flex gap-1.5 max-md:gap-3">
          <Button size="sm" variant="outline" className="max-md:h-11" onClick={() => void sendAgain(client, sent)}>
            {t(($) => $.orders.sendAgain)}
          </Button>
          <Button size="sm" variant="ghost" className="max-md:h-11" onClick={() => dropOrder(sent)}>
            {t(($) => $.orders.drop)}
          </Button>
        </span>
      )}
    </>
  );
}
