/**
 * Lists above the server's orders those sent but not confirmed: being checked, or known not to have arrived. They stay
 * until they are in the list or their owner drops them.
 */
import { useQueryClient } from '@tanstack/react-query';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { SideText } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useWrittenAs } from '#market/use-written-as.ts';
import { orderPriceText } from '#orders/order-price-text.ts';
import type { SentOrder } from '#orders/sent-order.ts';
import { dropOrder, sendAgain, useUnconfirmedOrders } from '#orders/sent-orders.ts';

export function UnconfirmedOrders({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const orders = useUnconfirmedOrders(accountId);
  if (orders.length === 0) return null;
  return (
    <ul aria-label={t(($) => $.orders.unconfirmed)} className="shrink-0 border-border border-b bg-warning-soft">
      {orders.map((sent) => (
        <UnconfirmedOrder key={sent.clientOrderId} sent={sent} />
      ))}
    </ul>
  );
}

function UnconfirmedOrder({ sent }: { sent: SentOrder }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const grid = useWrittenAs(sent.contractCode)?.decimalFormat;
  const isAbsent = sent.state.kind === 'absent';
  const others = sent.request.kind === 'group' ? sent.request.body.orders.length - 1 : 0;
  const named = {
    side: t(($) => $.words.side[sent.side]),
    lots: format.volume(sent.lots),
    contract: sent.contractCode,
    price: orderPriceText({ t, format, grid }, sent.prices),
  };
  return (
    <li
      data-testid={`unconfirmed-${sent.clientOrderId}`}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 text-12"
    >
      <SideText side={sent.side}>{t(($) => $.ticket.step1, named)}</SideText>
      {others > 0 && <span>{t(($) => $.dialogs.cancelAll.more, { orders: format.volume(others) })}</span>}
      <span role="status" className="flex min-w-0 flex-1 items-center gap-1.5 text-warning">
        {isAbsent ? (
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
        ) : (
          <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spinner" />
        )}
        {isAbsent ? t(($) => $.ticket.absent) : t(($) => $.ticket.issue.lost)}
      </span>
      {isAbsent && (
        <span className="flex gap-1.5 max-md:gap-3">
          <Button
            size="sm"
            variant="outline"
            className="max-md:h-11"
            aria-label={t(($) => $.orders.sendAgainNamed, named)}
            onClick={() => void sendAgain(client, sent)}
          >
            {t(($) => $.orders.sendAgain)}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="max-md:h-11"
            aria-label={t(($) => $.orders.dropNamed, named)}
            onClick={() => dropOrder(sent)}
          >
            {t(($) => $.orders.drop)}
          </Button>
        </span>
      )}
    </li>
  );
}
