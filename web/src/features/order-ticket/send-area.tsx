/** The button, what came of the last try, and how many steps it takes. Its text is the first thing that is wrong. */
import { Link, useLocation } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/button.tsx';
import { Checkbox } from '#design/ui/checkbox.tsx';
import { useButtonText } from '#features/order-ticket/button-text.ts';
import { TicketFaultText } from '#features/order-ticket/ticket-fault.tsx';
import type { TicketError } from '#features/order-ticket/ticket-issues.ts';
import type { TicketSending } from '#features/order-ticket/use-sending.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useOneStep } from '#session/one-step-store.ts';

export interface SendAreaProps {
  readonly ticket: Ticket;
  readonly sending: TicketSending;
  readonly isRoomy: boolean;
}

export function SendArea({ ticket, sending, isRoomy }: SendAreaProps) {
  const { issues, read } = ticket;
  const [first] = issues.errors;
  const text = useButtonText(ticket, sending.isArmed);
  return (
    <div className="grid gap-2">
      <TicketFaultText ticket={ticket} fault={sending.fault} />
      {first?.code === 'signIn' ? (
        <SignInLink />
      ) : first ? (
        <BlockedButton error={first} text={text} />
      ) : (
        <Button
          type="submit"
          size="send"
          variant={read.side === 'BUY' ? 'buy' : 'sell'}
          armed={sending.isArmed}
          data-testid="send-order"
          className="w-full min-w-0 whitespace-normal text-balance text-center tabular-nums leading-5"
        >
          {text}
        </Button>
      )}
      {first?.code !== 'signIn' && <StepChoice isOneStep={sending.isOneStep} isRoomy={isRoomy} />}
    </div>
  );
}

/** Sending or lost is progress and keeps the button alive for the eye; everything else waits for a change. */
function BlockedButton({ error, text }: { error: TicketError; text: string }) {
  const isBusy = error.code === 'sending' || error.code === 'lost' || error.code === 'loading';
  return (
    <Button
      type="submit"
      size="send"
      disabled={!isBusy}
      busy={isBusy}
      variant={isBusy ? 'outline' : 'primary'}
      data-testid="send-order"
      className="w-full min-w-0 whitespace-normal text-center leading-5"
    >
      <span aria-live="polite">{text}</span>
    </Button>
  );
}

function SignInLink() {
  const { t } = useTranslation();
  const returnUrl = useLocation({ select: ({ href }) => href });
  return (
    <Button asChild size="send" className="w-full">
      <Link to="/login" search={{ returnUrl }} data-testid="ticket-sign-in">
        {t(($) => $.ticket.issue.signIn)}
      </Link>
    </Button>
  );
}

/** What is chosen for the device, and what holds for this order: one of a sub-account off screen takes two steps. */
const StepChoice = memo(function StepChoice({ isOneStep, isRoomy }: { isOneStep: boolean; isRoomy: boolean }) {
  const { t } = useTranslation();
  const { isOneStep: isChosen, setOneStep } = useOneStep();
  const id = useId();
  return (
    <div className="grid justify-items-center gap-1 text-11 text-fg-3">
      <p className="flex items-center gap-1 text-center">
        {isOneStep && <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warning" />}
        {isOneStep ? t(($) => $.ticket.oneStepHint) : isRoomy ? t(($) => $.ticket.sheetHint) : t(($) => $.ticket.hint)}
      </p>
      <label htmlFor={id} className="flex cursor-pointer items-center gap-1.5 font-medium text-primary-text">
        <Checkbox id={id} className="size-3.5" checked={isChosen} onCheckedChange={(on) => setOneStep(on === true)} />
        {t(($) => $.ticket.oneStep)}
      </label>
    </div>
  );
});
