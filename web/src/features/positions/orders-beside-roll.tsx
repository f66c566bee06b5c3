/**
 * Warns of working orders that close the same lots as a roll: filled as well, they open a position the other way, since
 * an order in a spread can't be reduce-only (record 190) and other orders stay.
 */
import type { Order } from '@mua/contract/entities/order';
import { type Lots, legCodes, oppositeSide, type Side } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import type { OwnedRow } from '#features/positions/use-open-positions.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useLiveOrders } from '#orders/live-orders.ts';

export interface OrdersBesideRollProps extends OwnedRow {
  /** That are rolled; null while they are not readable. */
  readonly lots: Lots | null;
}

export function OrdersBesideRoll({ actor, row, lots }: OrdersBesideRollProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { orders } = useLiveOrders(actor);
  const { position, figures } = row;
  const side = oppositeSide(figures.side);
  const working = lotsOfSide(orders, position.contractCode, side);
  const over = working + (lots ?? 0) - figures.lots;
  if (working === 0 || over <= 0) return null;
  const words = {
    near: position.contractCode,
    side: t(($) => $.words.side[side]).toLowerCase(),
    working: lotsText({ t, format }, working),
    over: lotsText({ t, format }, Math.min(over, working)),
  };
  return <QuestionFault tone="warning">{t(($) => $.ticketMore.roll.beside, words)}</QuestionFault>;
}

/** In the contract itself, and in spreads of which it is a leg. What only reduces goes with the position. */
function lotsOfSide(orders: readonly Order[], contractCode: string, side: Side): Lots {
  return orders
    .filter((order) => !order.isReduceOnly && sideIn(order, contractCode) === side)
    .reduce((sum, { quantity, filledQuantity }) => sum + quantity - filledQuantity, 0);
}

function sideIn({ contractCode, side }: Order, leg: string): Side | null {
  if (contractCode === leg) return side;
  const legs = legCodes(contractCode);
  if (legs?.near === leg) return side;
  return legs?.far === leg ? oppositeSide(side) : null;
}
