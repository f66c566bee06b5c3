/** The button, the result of the last attempt, and the number of steps. The button's text is the first fault. */
import type { InvestorStatus } from '@mua/contract/entities/investor';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { useButtonText } from '#features/order-ticket/button-text.ts';
import { TicketFaultText } from '#features/order-ticket/ticket-fault.tsx';
import type { TicketError } from '#features/order-ticket/ticket-issues.ts';
import type { TicketSending } from '#features/order-ticket/use-sending.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { meQuery } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { StatusStep } from '#signed-in/status-step.tsx';

export interface SendAreaProps {
  readonly ticket: Ticket;
  readonly sending: TicketSending;
  readonly isRoomy: boolean;
}

export function SendArea({ ticket, sending, isRoomy }: SendAreaProps) {
  const { issues, read } = ticket;
  const [first] = issues.errors;
  const text = useButtonText(ticket, sending.isArmed);
  const hintId = useId();
  const status = useOwnStatus(ticket);
  // Also without any sub-account, unless their list failed to load.
  const isKeptOut = first?.code === 'notActivated' || (first?.code === 'account' && status !== 'ACTIVE');
  return (
    // If the column is shorter than its form the button stays visible, unless the window is very low.
    <div className="-mx-3 grid gap-2 bg-surface px-3 [@media(min-height:36rem)]:sticky [@media(min-height:36rem)]:-bottom-3 [@media(min-height:36rem)]:z-10 [@media(min-height:36rem)]:-mt-2 [@media(min-height:36rem)]:-mb-3 [@media(min-height:36rem)]:pt-2 [@media(min-height:36rem)]:pb-3">
      <TicketFaultText ticket={ticket} fault={sending.fault} />
      {first?.code === 'signIn' ? (
        <SignInLink />
      ) : isKeptOut ? (
        <WayToTrading status={status} />
      ) : (
        <SendButton error={first} text={text} side={read.side} sending={sending} hintId={hintId} />
      )}
      {first?.code !== 'signIn' && !isKeptOut && (
        <StepChoice hintId={hintId} isArmed={sending.isArmed} isOneStep={sending.isOneStep} isRoomy={isRoomy} />
      )}
    </div>
  );
}

interface SendButtonProps {
  readonly error: TicketError | undefined;
  readonly text: string;
  readonly side: Ticket['read']['side'];
  readonly sending: TicketSending;
  readonly hintId: string;
}

/**
 * While sending or after a lost answer it is busy; any other fault waits for a change. One element throughout: another one
 * in its place would take the focus from whoever sends by Enter.
 */
function SendButton({ error, text, side, sending, hintId }: SendButtonProps) {
  const isBusy = error?.code === 'sending' || error?.code === 'lost' || error?.code === 'loading';
  const isOpen = error === undefined;
  return (
    <Button
      type="submit"
      size="send"
      variant={isOpen ? (side === 'BUY' ? 'buy' : 'sell') : isBusy ? 'outline' : 'primary'}
      disabled={!isOpen && !isBusy}
      busy={isBusy}
      armed={isOpen && sending.isArmed}
      data-testid="send-order"
      data-ready={isOpen ? sending.arming.isReady : undefined}
      aria-describedby={isOpen ? hintId : undefined}
      onClick={(event) => isRepeatedClick(event) && event.preventDefault()}
      className={cn(
        'relative w-full min-w-0 whitespace-normal text-center leading-5',
        isOpen && 'text-balance tabular-nums',
      )}
    >
      <span aria-live={isOpen ? undefined : 'polite'}>
        {text}
        {isOpen && sending.isArmed && <SecondsLeft seconds={sending.arming.secondsLeft} />}
      </span>
      {isOpen && sending.isArmed && <DrainingLine share={sending.arming.shareLeft} />}
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

/** Status of the investor who owns the ticket; treated as active while it is not known. */
function useOwnStatus({ choice }: Ticket): InvestorStatus {
  const activeUser = useActiveUser();
  const userId = choice.actor?.userId ?? activeUser;
  const { data: me } = useQuery({ ...meQuery(userId ?? ''), enabled: userId !== null });
  return me?.status ?? 'ACTIVE';
}

/** The investor's next step, otherwise the page that shows what each sub-account is waiting for. */
function WayToTrading({ status }: { status: InvestorStatus }) {
  const { t } = useTranslation();
  const button = buttonVariants({ size: 'send', className: 'w-full' });
  return (
    <>
      {status === 'ACTIVE' ? (
        <Link to="/account-overview" className={button} data-testid="ticket-activate">
          {t(($) => $.ticket.activate)}
        </Link>
      ) : (
        <StatusStep status={status} className={button} />
      )}
      <p className="text-center text-11 text-fg-3" data-testid="ticket-kept-out">
        {status === 'ACTIVE'
          ? t(($) => $.ticket.activateHint)
          : t(($) => $.identification.noOrders, { status: t(($) => $.accounts.reason[status]) })}
      </p>
    </>
  );
}

/** Visible only: a name that changes every second would never be read to its end. The hint says it once. */
function SecondsLeft({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return <span aria-hidden>{` · ${t(($) => $.ticket.secondsLeft, { seconds: format.volume(seconds) })}`}</span>;
}

/** The same time as a line that runs out; with reduced motion it moves once a second. */
function DrainingLine({ share }: { share: number }) {
  return (
    <span
      aria-hidden
      data-slot="draining-line"
      className="pointer-events-none absolute inset-x-2 bottom-1 h-0.5 origin-left rounded-full bg-on-side/80 transition-transform duration-1000 ease-linear motion-reduce:transition-none"
      style={{ transform: `scaleX(${share})` }}
    />
  );
}

interface StepChoiceProps {
  readonly hintId: string;
  readonly isArmed: boolean;
  readonly isOneStep: boolean;
  /** There is no Esc on a touch screen. */
  readonly isRoomy: boolean;
}

/** The device's setting, and what applies to this order: a sub-account that is not on screen needs two steps. */
const StepChoice = memo(function StepChoice({ hintId, isArmed, isOneStep, isRoomy }: StepChoiceProps) {
  const { t } = useTranslation();
  const { isOneStep: isChosen, setOneStep } = useOneStep();
  const id = useId();
  return (
    // Pressing the button repeatedly must not select the text below it.
    <div className="grid select-none justify-items-center gap-1 text-11 text-fg-3">
      <p id={hintId} aria-live="polite" className="flex items-center gap-1 text-center">
        {isOneStep && <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warning" />}
        {isOneStep
          ? t(($) => $.ticket.oneStepHint)
          : isArmed
            ? t(($) => (isRoomy ? $.ticket.armedHintTouch : $.ticket.armedHint))
            : t(($) => $.ticket.hint)}
      </p>
      <label htmlFor={id} className="flex cursor-pointer items-center gap-1.5 font-medium text-primary-text">
        <Checkbox id={id} className="size-3.5" checked={isChosen} onCheckedChange={(on) => setOneStep(on === true)} />
        {t(($) => $.ticket.oneStep)}
      </label>
    </div>
  );
});
