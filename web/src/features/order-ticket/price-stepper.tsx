/** One price of the ticket, typed or stepped by ticks; a typed text is echoed as it was understood. */

import { type PriceGrid, priceToDisplay, readTypedPrice, type Ticks } from '@mua/core/values';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { priceOf, usePriceError } from '#features/order-ticket/price-fault.ts';
import type { PriceFieldName } from '#features/order-ticket/ticket-issues.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { DraftPrice } from '#orders/ticket-draft.ts';

export interface PriceStepperProps {
  readonly ticket: Ticket;
  readonly field: PriceFieldName;
  readonly testId: string;
  readonly label: ReactNode;
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly warning?: string | undefined;
  /** The text in the field. */
  readonly text: string;
  /** It was typed, so a different interpretation is worth an echo. */
  readonly isTyped: boolean;
  /** Where a step starts while the field has no price. */
  readonly fromTicks: Ticks | null;
  readonly isRoomy: boolean;
  /** Two side by side: narrower buttons. */
  readonly isHalf?: boolean;
  readonly onText: (text: string) => void;
  /** Called when the field gets or loses the focus. */
  readonly onFocusChange?: (isFocused: boolean) => void;
}

export function PriceStepper(props: PriceStepperProps) {
  const { ticket, field, isRoomy, isHalf = false, text, warning } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const grid = ticket.contract.decimalFormat;
  const error = usePriceError(ticket, field);
  const price = priceOf(ticket.read, field);
  const shown = price?.kind === 'price' ? format.price(price.ticks, grid) : null;
  const isEcho = props.isTyped && shown !== null && shown !== text.trim();
  const meant = meantEighths(text, { grid, price, nearTicks: ticket.markTicks });
  const base = price?.kind === 'price' ? price.ticks : price?.kind === 'offGrid' ? price.lowerTicks : props.fromTicks;
  return (
    <Field
      label={props.label}
      aside={meant === null ? props.aside : <Meant price={meant} onTake={props.onText} />}
      hint={isEcho ? t(($) => $.ticket.readAs, { price: shown }) : props.hint}
      error={error}
      warning={warning}
    >
      {(control) => (
        <Stepper
          {...control}
          data-testid={props.testId}
          name={field}
          inputMode={grid.display === 'eighths' ? 'text' : 'decimal'}
          size={isRoomy ? 'xl' : 'md'}
          className={cn(
            isRoomy ? '[&_input]:text-16' : 'h-9',
            isRoomy && !isHalf && '[&_button]:w-13',
            isHalf && !isRoomy && '[&_button]:w-7',
          )}
          tone={error ? 'error' : warning ? 'warning' : 'plain'}
          value={text}
          onValueChange={props.onText}
          onFocus={() => props.onFocusChange?.(true)}
          onBlur={() => props.onFocusChange?.(false)}
          onStep={(steps) => base !== null && props.onText(format.price(base + steps, grid))}
        />
      )}
    </Field>
  );
}

function Meant({ price, onTake }: { price: string; onTake: (price: string) => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="link" size="text" className="text-12" onClick={() => onTake(price)}>
      {t(($) => $.ticket.meant, { price })}
    </Button>
  );
}

interface TypedEighths {
  readonly grid: PriceGrid;
  readonly price: DraftPrice | null;
  /** The market's price. */
  readonly nearTicks: Ticks | null;
}

/** `4454` is 445'4 in CQG's notation. It is offered if that is nearer to the market than the literal number. */
function meantEighths(text: string, { grid, price, nearTicks }: TypedEighths): string | null {
  const [, whole, eighths] = /^\s*(\d+)([0-7])\s*$/.exec(text) ?? [];
  if (grid.display !== 'eighths' || whole === undefined || price?.kind !== 'price' || nearTicks === null) return null;
  const meant = readTypedPrice(`${whole}'${eighths}`, grid);
  if (meant.kind !== 'price') return null;
  const isNearer = Math.abs(meant.ticks - nearTicks) < Math.abs(price.ticks - nearTicks);
  return isNearer ? priceToDisplay(meant.ticks, grid) : null;
}
