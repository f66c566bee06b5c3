/** The distance of a trailing stop from the best price: in the price unit, in ticks, or as a percentage of the price. */

import { trailingStopTicks } from '@mua/core/preview';
import { formatDecimal, readTypedDecimal, rescale } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Field } from '#design/ui/controls/field.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { useErrorText } from '#features/order-ticket/issue-text.ts';
import { useFieldWarning } from '#features/order-ticket/price-fault.ts';
import { fieldOf } from '#features/order-ticket/ticket-issues.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';
import { typedPrice } from '#orders/ticket-draft.ts';
import { readTypedPercent } from '#orders/typed-percent.ts';

/** A tenth of a percent. */
const PERCENT_STEP = 10;

export function TrailField({ ticket, isRoomy }: { ticket: Ticket; isRoomy: boolean }) {
  const { t } = useTranslation();
  const { contract, draft, issues, read } = ticket;
  const errorText = useErrorText(contract);
  const warning = useFieldWarning(ticket, 'trail');
  const step = useTrailStep(ticket);
  const wrong = issues.errors.find((one) => fieldOf(one) === 'trail');
  const isUnread = read.trail?.kind === 'notANumber' || wrong?.code === 'trailRange';
  const error = wrong && isUnread ? errorText(wrong) : undefined;
  const isPercent = draft.trailUnit === 'percent';
  return (
    <Field
      label={t(($) => $.words.order.trailAmount)}
      hint={<StartLine ticket={ticket} />}
      error={error}
      warning={warning}
    >
      {(control) => (
        <div className="flex gap-2">
          <Stepper
            {...control}
            data-testid="ticket-trail"
            name="trail"
            inputMode={
              contract.decimalFormat.display === 'eighths' && draft.trailUnit === 'amount' ? 'text' : 'decimal'
            }
            size={isRoomy ? 'xl' : 'md'}
            className={cn('flex-1', isRoomy ? '[&_button]:w-13 [&_input]:text-16' : 'h-9')}
            tone={error ? 'error' : warning ? 'warning' : 'plain'}
            unit={isPercent ? '%' : undefined}
            value={draft.trailText}
            onValueChange={(text) => draft.setPriceText('trailText', text)}
            onStep={step}
          />
          <Segment
            label={t(($) => $.ticket.trailUnit)}
            value={draft.trailUnit}
            onValueChange={draft.setTrailUnit}
            columns={3}
            className={cn('w-36 [&>button]:px-1', isRoomy ? '[&>button]:h-11' : '[&>button]:h-8.5')}
            options={[
              { value: 'amount', label: t(($) => $.words.market.price) },
              {
                value: 'ticks',
                label: t(($) => $.ticket.exitUnit.ticks),
                testId: 'ticket-trail-ticks',
              },
              { value: 'percent', label: '%' },
            ]}
          />
        </div>
      )}
    </Field>
  );
}

function useTrailStep({ contract, draft }: Ticket): (steps: number) => void {
  const format = useFormat();
  const grid = contract.decimalFormat;
  return (steps) => {
    if (draft.trailUnit === 'percent') {
      const decimal = readTypedPercent(draft.trailText);
      const basisPoints = Number((decimal && rescale(decimal, 2)) ?? 0n);
      const next = Math.max(PERCENT_STEP, basisPoints + steps * PERCENT_STEP);
      draft.setPriceText('trailText', format.plain(formatDecimal(BigInt(next), 2)));
      return;
    }
    if (draft.trailUnit === 'ticks') {
      const decimal = readTypedDecimal(draft.trailText);
      const ticks = Number((decimal && rescale(decimal, 0)) ?? 0n);
      draft.setPriceText('trailText', String(Math.max(1, ticks + steps)));
      return;
    }
    const distance = typedPrice(draft.trailText, grid);
    const from = distance.kind === 'price' ? distance.ticks : distance.kind === 'offGrid' ? distance.lowerTicks : 0;
    draft.setPriceText('trailText', format.price(Math.max(1, from + steps), grid));
  };
}

/** Where the stop would start now, and that it follows the price from there. */
function StartLine({ ticket: { contract, read, markTicks } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (read.trail?.kind !== 'trail' || markTicks === null) return t(($) => $.words.orderTypeHint.TRAILING_STOP);
  const ticks = trailingStopTicks(read.side, read.trail.trail, markTicks);
  return t(($) => $.ticket.trailStart, { price: format.price(ticks, contract.decimalFormat) });
}
