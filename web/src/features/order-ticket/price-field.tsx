/**
 * The prices of an order: its limit, which follows the market until it is edited, and its stop, which only its owner
 * sets. A market order fills the same space with the prices it would meet, so that nothing jumps.
 */
import type { Lots, PriceGrid } from '@mua/core/values';
import { type JSX, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { type ExpectedFill, expectedFill } from '#features/order-ticket/expected-fill.ts';
import { useFieldWarning } from '#features/order-ticket/price-fault.ts';
import { PriceStepper } from '#features/order-ticket/price-stepper.tsx';
import { TickLine } from '#features/order-ticket/tick-line.tsx';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useDepth } from '#market/depth-store.ts';
import { followedTicks, type TicketDraft } from '#orders/ticket-draft.ts';

/** Exits say what their ticks are worth, and need the room. */
function tickHint({ contract, read }: Ticket): JSX.Element | undefined {
  return read.exits ? undefined : <TickLine contract={contract} />;
}

interface PriceFieldProps {
  readonly ticket: Ticket;
  readonly isRoomy: boolean;
}

export function PriceField(props: PriceFieldProps): JSX.Element | null {
  const { orderType } = props.ticket.read;
  switch (orderType) {
    case 'MARKET':
      return <MarketPriceField {...props} />;
    case 'LIMIT':
      return <LimitField {...props} />;
    case 'STOP':
      return <StopField {...props} />;
    case 'STOP_LIMIT':
      return (
        <div className="grid gap-1">
          <div className="grid grid-cols-2 items-start gap-2">
            <StopField {...props} isHalf />
            <LimitField {...props} isHalf />
          </div>
          {!props.ticket.read.exits && (
            <p className="text-11 text-fg-3 leading-4">
              <TickLine contract={props.ticket.contract} />
            </p>
          )}
        </div>
      );
    // Their prices have fields of their own.
    case 'TRAILING_STOP':
    case 'TPSL':
      return null;
  }
}

function LimitField({ ticket, isRoomy, isHalf = false }: PriceFieldProps & { isHalf?: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contract, draft, market, read } = ticket;
  const warning = useFieldWarning(ticket, 'price');
  const followed = isHalf ? read.stopTicks : followedTicks(read.side, market);
  const followedText = followed === null ? '' : format.price(followed, contract.decimalFormat);
  const text = draft.limitSource === 'market' ? followedText : draft.limitText;
  const onFocusChange = useHeldStill(draft, text);
  return (
    <PriceStepper
      ticket={ticket}
      field="price"
      testId="ticket-price"
      label={t(($) => $.words.order.limitPrice)}
      aside={isHalf ? undefined : <Following ticket={ticket} />}
      hint={isHalf ? undefined : tickHint(ticket)}
      warning={warning}
      text={text}
      isTyped={draft.limitSource === 'typed'}
      fromTicks={followed ?? followedTicks(read.side, market)}
      isRoomy={isRoomy}
      isHalf={isHalf}
      onText={draft.setLimitText}
      onFocusChange={onFocusChange}
    />
  );
}

/**
 * Holds the price while its field has the focus: if it changed under the cursor, typed text would be appended instead
 * of replacing the selection.
 */
function useHeldStill({ limitSource, holdLimit, letLimitGo }: TicketDraft, text: string): (isFocused: boolean) => void {
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    if (isFocused && limitSource === 'market' && text !== '') holdLimit(text);
  }, [isFocused, limitSource, text, holdLimit]);
  useEffect(() => (isFocused ? letLimitGo : undefined), [isFocused, letLimitGo]);
  return setFocused;
}

/** Says that the price follows the market, or makes it follow again. */
function Following({ ticket: { draft, read } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  if (draft.limitSource !== 'typed')
    return (
      <span className="text-fg-3">{t(($) => (draft.limitSource === 'held' ? $.ticket.held : $.ticket.following))}</span>
    );
  return (
    <Button variant="link" size="text" className="text-12" onClick={draft.followMarket}>
      {t(($) => $.ticket.best[read.side])}
    </Button>
  );
}

function StopField({ ticket, isRoomy, isHalf = false }: PriceFieldProps & { isHalf?: boolean }) {
  const { t } = useTranslation();
  const { draft, markTicks } = ticket;
  return (
    <PriceStepper
      ticket={ticket}
      field="stop"
      testId="ticket-stop"
      label={t(($) => $.words.order.stopPrice)}
      hint={isHalf ? undefined : tickHint(ticket)}
      warning={useFieldWarning(ticket, 'stop')}
      text={draft.stopText}
      isTyped
      fromTicks={markTicks}
      isRoomy={isRoomy}
      isHalf={isHalf}
      onText={(text) => draft.setPriceText('stopText', text)}
    />
  );
}

function MarketPriceField({ ticket, isRoomy }: PriceFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contract, market, read } = ticket;
  const { decimalFormat: grid } = contract;
  const expected = expectedFill(read, useDepth(contract.code), grid);
  const price = expected
    ? t(($) => $.ticket.expected.average, { price: wirePrice(format, expected.averagePrice, grid) })
    : `≈ ${format.price(followedTicks(read.side, market), grid)}`;
  return (
    <Field
      label={t(($) => $.ticket.expected.label)}
      aside={expected ? <span className="text-fg-3">{t(($) => $.ticket.expected.basis)}</span> : undefined}
      hint={tickHint(ticket)}
      warning={useFieldWarning(ticket, 'price')}
    >
      {({ id, ...described }) => (
        // Nothing can be typed here: the result in the book is shown instead of a price.
        <output
          id={id}
          {...described}
          data-testid="ticket-expected"
          className={cn(
            'flex items-center justify-between gap-2 rounded-md border border-border bg-surface-2 px-3 tabular-nums',
            isRoomy ? 'h-11' : 'h-9',
          )}
        >
          <span className="shrink-0 font-medium text-14">{price}</span>
          {expected && <Slip expected={expected} lots={read.lots} grid={grid} />}
        </output>
      )}
    </Field>
  );
}

interface SlipProps {
  readonly expected: ExpectedFill;
  /** The lots requested. */
  readonly lots: Lots;
  readonly grid: PriceGrid;
}

function Slip({ expected, lots, grid }: SlipProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { slipTicks, worstTicks, lots: seen } = expected;
  const isShort = seen < lots;
  const text = isShort
    ? t(($) => $.ticket.expected.short, { lots: format.volume(seen), count: seen })
    : slipTicks === 0
      ? t(($) => $.ticket.expected.best)
      : t(($) => $.ticket.expected.slips, {
          price: format.price(worstTicks, grid),
          ticks: format.volume(slipTicks),
          count: slipTicks,
        });
  return <span className={cn('truncate text-12', isShort ? 'text-warning' : 'text-fg-2')}>{text}</span>;
}
