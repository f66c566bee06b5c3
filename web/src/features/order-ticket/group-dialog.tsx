/** The frame of orders that are placed together: what is typed, seen and confirmed once; then what became of them. */
import type { PlaceGroupRequest } from '@mua/contract/http/orders';
import { orderTypeFromWire, sideFromWire } from '@mua/contract/wire';
import { Check, LoaderCircle, TriangleAlert } from 'lucide-react';
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { SideText } from '#design/ui/figures/figures.tsx';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { orderPriceText } from '#orders/order-price-text.ts';
import type { SentState } from '#orders/sent-order.ts';
import { dropOrder, useSentOrders } from '#orders/sent-orders.ts';

export interface GroupDialogProps {
  readonly ticket: Ticket;
  readonly title: string;
  /** Null until it is sent. */
  readonly sent: PlaceGroupRequest | null;
  readonly onSubmit: (event: FormEvent) => void;
  /** What was typed is shown again, where none of them was taken. */
  readonly onEdit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function GroupDialog({ ticket, title, sent, onSubmit, onEdit, onClose, children }: GroupDialogProps) {
  const { account } = ticket.choice;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="w-105" onInteractOutside={stay}>
        <header className="grid gap-1 pr-8">
          <DialogTitle>{title}</DialogTitle>
          {account && (
            <p className="flex items-center gap-2 text-12 text-fg-2 tabular-nums">
              <AccountKindBadge isDemo={account.isDemo} /> <AccountNumber number={account.subAccountCode} />
            </p>
          )}
        </header>
        <DialogDescription className="sr-only">{title}</DialogDescription>
        <form noValidate onSubmit={onSubmit} onKeyDown={ignoreHeldEnter} className="grid gap-3">
          {sent === null ? children : <SentGroup ticket={ticket} sent={sent} onEdit={onEdit} onClose={onClose} />}
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** A press beside it would lose what was typed; sent, it is smaller, and the second click of a double click is beside it. */
function stay(event: Event): void {
  event.preventDefault();
}

interface SentGroupProps extends Pick<GroupDialogProps, 'ticket' | 'onEdit' | 'onClose'> {
  readonly sent: PlaceGroupRequest;
}

function SentGroup({ ticket, sent, onEdit, onClose }: SentGroupProps) {
  const { t } = useTranslation();
  // The second click of a double click on what sent them would leave before their fate is told.
  const pressed = (act: () => void) => (event: MouseEvent) => !isRepeatedClick(event) && act();
  const firstId = sent.orders[0]?.clientOrderId ?? '';
  const fate = useFate(firstId);
  const edit = () => {
    // Edited, it is another group: the one that never arrived is not sent again beside it.
    const unsent = useSentOrders.getState().orders.get(firstId);
    if (unsent?.state.kind === 'absent') dropOrder(unsent);
    onEdit();
  };
  return (
    <>
      <GroupFate {...{ ticket, sent, fate }} />
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {NONE_TAKEN.has(fate.kind) && (
          <Button type="button" size="send" onClick={pressed(edit)} data-testid="group-edit">
            {t(($) => $.shell.action.edit)}
          </Button>
        )}
        <Button type="button" size="send" variant="outline" onClick={pressed(onClose)} data-testid="group-done">
          {t(($) => $.shell.action.close)}
        </Button>
      </div>
    </>
  );
}

type Fate = SentState | { readonly kind: 'dropped' };

const NONE_TAKEN: ReadonlySet<Fate['kind']> = new Set(['refused', 'absent', 'dropped']);

/** Of a group that is forgotten the last that was known: one that never arrived was dropped, in its toast or its list. */
function useFate(firstId: string): Fate {
  const state = useSentOrders(({ orders }) => orders.get(firstId)?.state);
  const [last, setLast] = useState<SentState>({ kind: 'sending' });
  if (state && state !== last) setLast(state);
  if (state) return state;
  return last.kind === 'absent' ? { kind: 'dropped' } : last;
}

interface GroupFateProps extends Pick<SentGroupProps, 'ticket' | 'sent'> {
  readonly fate: Fate;
}

/** One fate for all of them, told once above their list. */
function GroupFate({ ticket, sent, fate }: GroupFateProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = ticket.contract.decimalFormat;
  const told = (): { readonly text: string; readonly tone: 'busy' | 'good' | 'bad' } => {
    switch (fate.kind) {
      case 'sending':
        return { text: t(($) => $.ticket.toast.sending), tone: 'busy' };
      case 'taken':
        return { text: t(($) => $.ticket.sent), tone: 'good' };
      case 'refused': {
        const reason = writtenError({ t, format, grid }, fate);
        return { text: t(($) => $.ticketMore.group.refused, { reason }), tone: 'bad' };
      }
      case 'lost':
        return { text: t(($) => $.ticket.issue.lost), tone: 'bad' };
      case 'absent':
        return { text: t(($) => $.ticket.absent), tone: 'bad' };
      case 'dropped':
        return { text: t(($) => $.ticketMore.group.dropped), tone: 'bad' };
    }
  };
  const { text, tone } = told();
  return (
    <div className="grid gap-2 text-12 tabular-nums" data-testid="group-sent" data-fate={fate.kind}>
      <p aria-live="polite" className="flex items-start gap-2 leading-5">
        {tone === 'busy' && <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-spinner" />}
        {tone === 'good' && <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-up" />}
        {tone === 'bad' && <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />}
        <span className={tone === 'bad' ? 'text-danger' : undefined}>{text}</span>
      </p>
      <ul className="grid gap-1 border-border border-t pt-2 leading-5">
        {sent.orders.map((order) => {
          const side = sideFromWire(order.side);
          const prices = { ...order, orderType: orderTypeFromWire(order.orderType) };
          return (
            <li key={order.clientOrderId} className="flex gap-2">
              <SideText side={side}>
                {t(($) => $.words.side[side])} {format.volume(order.quantity)}
              </SideText>
              <span className="ml-auto text-right font-medium">{orderPriceText({ t, format, grid }, prices)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
