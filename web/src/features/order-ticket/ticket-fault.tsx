/** Says why the last attempt was refused, with its numbers and, if the code suggests a solution, a button for it. */
import { ERRORS, type ErrorEntry, type Facts } from '@mua/contract/errors';
import type { Lots } from '@mua/core/values';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import type { TicketFault } from '#features/order-ticket/use-sending.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { isErrorCode } from '#i18n/error-text.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { PriceTextName } from '#orders/ticket-draft.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export function TicketFaultText({ ticket, fault }: { ticket: Ticket; fault: TicketFault | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!fault) return null;
  const grid = ticket.contract.decimalFormat;
  const text = fault.kind === 'absent' ? t(($) => $.ticket.absent) : writtenError({ t, format, grid }, fault);
  return (
    <div role="alert" data-testid="ticket-fault" className="grid gap-2 rounded-md bg-danger-soft px-2.5 py-2 text-12">
      <p className="flex items-start gap-1.5 leading-4">
        <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-danger" />
        <span className="min-w-0">{text}</span>
      </p>
      {fault.kind === 'refused' && <WaysOn ticket={ticket} code={fault.code} facts={fault.facts} />}
    </div>
  );
}

function WaysOn({ ticket, code, facts }: { ticket: Ticket; code: string; facts: Facts }) {
  const { t } = useTranslation();
  const entry: ErrorEntry | undefined = isErrorCode(code) ? ERRORS[code] : undefined;
  const offers = (entry?.offers ?? []).map((name) => facts[name]);
  const buttons: ReactNode[] = offers.map((value) =>
    typeof value === 'number' ? (
      <UseLots key={value} ticket={ticket} lots={value} />
    ) : (
      <UsePrice key={value} ticket={ticket} price={value} field={fieldFact(facts)} />
    ),
  );
  if (entry?.next === 'useLimit') {
    buttons.push(
      <Button key="limit" size="sm" variant="outline" onClick={() => ticket.draft.setOrderType('LIMIT')}>
        {t(($) => $.shell.action.useLimit)}
      </Button>,
    );
  }
  return (
    <div className="flex flex-wrap gap-1.5 pl-5 empty:hidden">
      {buttons}
      <WayOn code={code} facts={facts} className={buttonVariants({ size: 'sm', variant: 'outline' })} />
    </div>
  );
}

function UseLots({ ticket, lots }: { ticket: Ticket; lots: Lots }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (lots < 1) return null;
  return (
    <Button size="sm" variant="outline" onClick={() => ticket.draft.setLots(lots)}>
      {t(($) => $.shell.action.useLots, { lots: lotsText({ t, format }, lots) })}
    </Button>
  );
}

/** Returns the price a refusal is about; the limit if it does not say. */
function fieldFact({ field }: Facts): PriceTextName | null {
  switch (field) {
    case 'stopPrice':
      return 'stopText';
    case 'takeProfit':
      return 'takeProfitText';
    case 'stopLoss':
      return 'stopLossText';
    default:
      return null;
  }
}

interface UsePriceProps {
  readonly ticket: Ticket;
  readonly price: string | undefined;
  readonly field: PriceTextName | null;
}

function UsePrice({ ticket: { contract, draft }, price, field }: UsePriceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = contract.decimalFormat;
  const ticks = ticksFromWire(price, grid);
  if (ticks === null) return null;
  const text = format.price(ticks, grid);
  const use = () => (field === null ? draft.setLimitText(text) : draft.setPriceText(field, text));
  return (
    <Button size="sm" variant="outline" onClick={use}>
      {t(($) => $.shell.action.usePrice, { price: text })}
    </Button>
  );
}
