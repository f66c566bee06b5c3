/** Take profit and stop loss, each with its profit or loss; for a TPSL itself, or attached to an entry. */
import { oppositeSide } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Profit } from '#design/ui/figures/figures.tsx';
import { useFieldWarning } from '#features/order-ticket/price-fault.ts';
import { PriceStepper } from '#features/order-ticket/price-stepper.tsx';
import { ticksOf } from '#features/order-ticket/ticket-draft.ts';
import { exitReference } from '#features/order-ticket/ticket-issues.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { exitProfitVnd } from '#market/exit-profit.ts';
import { fieldsOf } from '#orders/order-types.ts';

type Leg = 'takeProfit' | 'stopLoss';
const LEGS: readonly Leg[] = ['takeProfit', 'stopLoss'];

export function ExitFields({ ticket, isRoomy }: { ticket: Ticket; isRoomy: boolean }) {
  if (!ticket.read.exits) return null;
  return (
    <div className="grid grid-cols-2 items-start gap-2">
      {LEGS.map((leg) => (
        <ExitField key={leg} ticket={ticket} leg={leg} isRoomy={isRoomy} />
      ))}
      {fieldsOf(ticket.read.orderType).exits === 'own' && <PairHint />}
    </div>
  );
}

function PairHint() {
  const { t } = useTranslation();
  return <p className="col-span-2 text-11 text-fg-3 leading-4">{t(($) => $.ticket.exitsHint)}</p>;
}

/** Short on screen, because its profit is shown in the same line. */
function LegName({ leg }: { leg: Leg }) {
  const { t } = useTranslation();
  return (
    <span className={cn('relative font-semibold', leg === 'takeProfit' ? 'text-up' : 'text-down')}>
      <span aria-hidden>{t(($) => $.words.order[leg === 'takeProfit' ? 'takeProfitShort' : 'stopLossShort'])}</span>
      <span className="sr-only">{t(($) => $.words.order[leg])}</span>
    </span>
  );
}

function ExitField({ ticket, leg, isRoomy }: { ticket: Ticket; leg: Leg; isRoomy: boolean }) {
  const { draft, read, markTicks } = ticket;
  const oldPrice = useFieldWarning(ticket, 'takeProfit');
  const field = leg === 'takeProfit' ? 'takeProfitText' : 'stopLossText';
  return (
    <PriceStepper
      ticket={ticket}
      field={leg}
      testId={leg === 'takeProfit' ? 'ticket-take-profit' : 'ticket-stop-loss'}
      label={<LegName leg={leg} />}
      aside={<ExitProfit ticket={ticket} leg={leg} />}
      warning={leg === 'takeProfit' ? oldPrice : undefined}
      text={draft[field]}
      isTyped={false}
      fromTicks={exitReference(read, markTicks)}
      isRoomy={isRoomy}
      isHalf
      onText={(text) => draft.setPriceText(field, text)}
    />
  );
}

/** For an entry's exits, relative to the price of the entry; for a TPSL, to the cost of the position. */
function ExitProfit({ ticket: { contract, held, read, markTicks }, leg }: { ticket: Ticket; leg: Leg }) {
  const ticks = ticksOf(read.exits?.[leg] ?? null);
  if (ticks === null) return null;
  const isPair = fieldsOf(read.orderType).exits === 'own';
  const exit = { side: isPair ? read.side : oppositeSide(read.side), lots: read.lots, ticks };
  const entryTicks = isPair ? null : exitReference(read, markTicks);
  const vnd = exitProfitVnd(exit, { contract, entryTicks, held });
  return vnd === null ? null : <Profit amount={vnd} className="text-12" />;
}
