/** The order types that the contract accepts; longer names are shortened on screen and read in full. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots, OrderType } from '@mua/core/values';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { offeredTypes } from '#features/order-ticket/ticket-types.ts';
import { fieldsOf, shownType } from '#orders/order-types.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';

/** Number of types per row on touch screens; a desk has all of them in one row. */
const IN_A_ROW = 3;
/** Above this number they are written smaller, to fit the row. */
const MANY = 4;

export interface TypeChoiceProps {
  readonly terms: Contract['terms'];
  readonly orderType: OrderType;
  /** Net lots of the position. */
  readonly netLots: Lots;
  readonly isRoomy: boolean;
}

/** Memoized on what it shows: the ticket is read again with every trade, its choices are not. */
export const TypeChoice = memo(function TypeChoice({ terms, orderType, netLots, isRoomy }: TypeChoiceProps) {
  const { t } = useTranslation();
  const types = offeredTypes(terms);
  const choose = (type: OrderType) => {
    const draft = useTicketDraft.getState();
    draft.setOrderType(type);
    // A closing order is on the other side of the position.
    if (fieldsOf(type).reduceOnly === 'always' && netLots !== 0) draft.setSide(netLots > 0 ? 'SELL' : 'BUY');
  };
  return (
    <div data-testid="ticket-type">
      <Segment
        label={t(($) => $.words.order.orderType)}
        value={orderType}
        onValueChange={choose}
        columns={isRoomy ? Math.min(IN_A_ROW, types.length) : 'fit'}
        className={
          isRoomy ? '[&>button]:h-11 [&>button]:text-13' : types.length > MANY ? '[&>button]:text-11' : undefined
        }
        options={types.map((type) => {
          const name = t(($) => $.words.orderType[type]);
          const short = t(($) => $.words.orderTypeShort[type]);
          const label = shownType(type).isShortInTicket ? short : name;
          return { value: type, label, name, hint: t(($) => $.words.orderTypeHint[type]) };
        })}
      />
    </div>
  );
});
