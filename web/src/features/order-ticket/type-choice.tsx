/** The order types that the contract accepts, each with a key; longer names are shortened on screen and read in full. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots, OrderType } from '@mua/core/values';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { offeredTypes } from '#features/order-ticket/ticket-types.ts';
import { fieldsOf, shownType } from '#orders/order-types.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { type ShortcutName, useShortcut } from '#session/shortcuts.ts';

/** Number of types per row on touch screens; a desk has all of them in one row. */
const IN_A_ROW = 3;
/** Above this number they are written smaller, to fit the row. */
const MANY = 4;

/** What the key of each type is called. */
const TYPE_KEYS = {
  MARKET: 'typeMarket',
  LIMIT: 'typeLimit',
  STOP: 'typeStop',
  STOP_LIMIT: 'typeStopLimit',
  TRAILING_STOP: 'typeTrailingStop',
  TPSL: 'typeExits',
} as const satisfies Readonly<Record<OrderType, ShortcutName>>;

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
  const choice = useRef<HTMLDivElement>(null);
  const choose = (type: OrderType) => {
    const draft = useTicketDraft.getState();
    draft.setOrderType(type);
    // A closing order is on the other side of the position.
    if (fieldsOf(type).reduceOnly === 'always' && netLots !== 0) draft.setSide(netLots > 0 ? 'SELL' : 'BUY');
  };
  return (
    <div ref={choice} data-testid="ticket-type">
      {types.map((type) => (
        <TypeKey
          key={type}
          type={type}
          // From there Tab moves through the order, as after the keys of the sides.
          onPress={() => {
            choose(type);
            choice.current?.querySelector<HTMLElement>(`[role="radio"][data-value="${type}"]`)?.focus();
          }}
        />
      ))}
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

function TypeKey({ type, onPress }: { type: OrderType; onPress: () => void }) {
  useShortcut(TYPE_KEYS[type], onPress);
  return null;
}
