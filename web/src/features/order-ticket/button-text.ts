/** The text of the ticket's button: the first fault, or the order, repeated before it is sent. */
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#features/order-ticket/issue-text.ts';
import { pricesOf } from '#features/order-ticket/ticket-draft.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';
import { orderPriceText } from '#orders/order-price-text.ts';

export function useButtonText({ contract, issues, read }: Ticket, isArmed: boolean): string {
  const { t } = useTranslation();
  const format = useFormat();
  const errorText = useErrorText(contract);
  const [first] = issues.errors;
  if (first) return first.code === 'signIn' ? t(($) => $.ticket.issue.signIn) : errorText(first);
  const grid = contract.decimalFormat;
  const order = {
    lots: format.volume(read.lots),
    contract: contract.code,
    price: orderPriceText({ t, format, grid }, { orderType: read.orderType, ...pricesOf(read, grid) }),
  };
  return isArmed
    ? t(($) => $.ticket.step2, { ...order, SIDE: t(($) => $.words.sideUpper[read.side]) })
    : t(($) => $.ticket.step1, { ...order, side: t(($) => $.words.side[read.side]) });
}
