/** Lists what is to be known of orders placed together; it stops nothing. */
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GroupWarning } from '#features/order-ticket/group-warnings.ts';
import { useWarningText } from '#features/order-ticket/issue-text.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';

interface WarningListProps {
  readonly ticket: Ticket;
  readonly warnings: readonly GroupWarning[];
  readonly testId: string;
  /** What they are about names it as its description. */
  readonly id: string;
}

export function WarningList({ ticket, warnings, testId, id }: WarningListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const warningText = useWarningText(ticket.contract);
  if (warnings.length === 0) return null;
  const textOf = (warning: GroupWarning) => {
    if (warning.code !== 'fillsAtOnce') return warningText(warning);
    const { orders, of } = warning;
    if (of === 1) return t(($) => $.chartOrders.atOnce.limit);
    return t(($) => $.ticketMore.group.fillAtOnce, {
      orders: format.volume(orders),
      of: format.volume(of),
      count: orders,
    });
  };
  return (
    <ul id={id} className="grid gap-1 text-12 text-warning leading-4" data-testid={testId}>
      {warnings.map((warning) => (
        <li key={warning.code} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {textOf(warning)}
        </li>
      ))}
    </ul>
  );
}
