/** Rải lệnh / Scale: limit orders from one price to another, seen one by one and confirmed once. */
import type { PlaceOrderRequest } from '@mua/contract/http/orders';
import { priceToDisplay, readTypedLots, readTypedPrice } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { BeforeAfter } from '#design/ui/figures/figures.tsx';
import { useErrorText } from '#features/order-ticket/issue-text.ts';
import {
  MOST_STEPS,
  type OrderScale,
  readScale,
  type ScaleField,
  scaleRequests,
  type TypedScale,
} from '#features/order-ticket/order-scale.ts';
import { SideSwitch } from '#features/order-ticket/side-switch.tsx';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { newClientOrderId } from '#orders/client-order-id.ts';
import { sendOrder, useSentOrders } from '#orders/sent-orders.ts';

/** How far apart the ends stand at first. */
const FIRST_TICKS = 20;

export function ScaleDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => begunScale(ticket));
  const [sent, setSent] = useState<readonly PlaceOrderRequest[] | null>(null);
  const { choice, contract, draft } = ticket;
  const scale = readScale(typed, ticket);
  const isReady = scale.kind === 'orders' && scale.all.errors.length === 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const { actor } = choice;
    if (!isReady || !actor || sent !== null) return;
    const requests = scaleRequests(scale.orders, ticket, newClientOrderId);
    setSent(requests);
    // One refused order stops none of the others.
    for (const body of requests) void sendOrder(client, { actor, request: { kind: 'place', body } });
  };
  const change = (field: ScaleField) => (text: string) => setTyped((before) => ({ ...before, [field]: text }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="w-105">
        <header className="grid gap-1 pr-8">
          <DialogTitle>{t(($) => $.ticket.scaleOf, { contract: contract.code })}</DialogTitle>
          {choice.account && (
            <p className="flex items-center gap-2 text-12 text-fg-2 tabular-nums">
              <AccountKindBadge isDemo={choice.account.isDemo} />{' '}
              <AccountNumber number={choice.account.subAccountCode} />
            </p>
          )}
        </header>
        <DialogDescription className="sr-only">
          {t(($) => $.ticket.scaleOf, { contract: contract.code })}
        </DialogDescription>
        <form noValidate onSubmit={send} onKeyDown={ignoreHeldEnter} className="grid gap-3">
          {sent === null ? (
            <>
              <SideSwitch side={draft.side} onSide={draft.setSide} isRoomy={false} />
              <ScaleFields ticket={ticket} typed={typed} scale={scale} onChange={change} />
              {scale.kind === 'orders' && <ScaleReceipt ticket={ticket} scale={scale} />}
              <SendButton ticket={ticket} scale={scale} />
            </>
          ) : (
            <>
              <SentRows ticket={ticket} sent={sent} />
              <Button type="button" size="send" variant="outline" onClick={onClose} data-testid="scale-done">
                {t(($) => $.shell.action.close)}
              </Button>
            </>
          )}
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** From the price that was typed, else the best one of the order's own side, away from the market. */
function begunScale({ contract, draft, read, market }: Ticket): TypedScale {
  const grid = contract.decimalFormat;
  const best = (read.side === 'BUY' ? market.bid : market.ask) ?? market.last;
  const from = draft.limitSource === 'typed' ? (read.priceTicks ?? best) : best;
  const away = read.side === 'BUY' ? -FIRST_TICKS : FIRST_TICKS;
  return {
    fromText: from === null ? '' : priceToDisplay(from, grid),
    toText: from === null ? '' : priceToDisplay(from + away, grid),
    stepsText: '5',
    lotsText: draft.lotsText,
  };
}

interface ScaleFieldsProps {
  readonly ticket: Ticket;
  readonly typed: TypedScale;
  readonly scale: OrderScale;
  readonly onChange: (field: ScaleField) => (text: string) => void;
}

function ScaleFields({ ticket, typed, scale, onChange }: ScaleFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = ticket.contract.decimalFormat;
  const isWrong = (field: ScaleField) => scale.kind === 'field' && scale.field === field && typed[field].trim() !== '';
  const price = (field: 'fromText' | 'toText', label: string) => (
    <Field label={label}>
      {(control) => (
        <Stepper
          {...control}
          aria-invalid={isWrong(field) ? true : undefined}
          data-testid={field === 'fromText' ? 'scale-from' : 'scale-to'}
          inputMode={grid.display === 'eighths' ? 'text' : 'decimal'}
          className="h-9 max-md:h-11 max-md:[&_button]:w-11"
          value={typed[field]}
          onValueChange={onChange(field)}
          onStep={(steps) => {
            const read = readTypedPrice(typed[field], grid);
            if (read.kind === 'price') onChange(field)(format.price(read.ticks + steps, grid));
          }}
        />
      )}
    </Field>
  );
  const count = (
    field: 'stepsText' | 'lotsText',
    label: string,
    bounds: { readonly least: number; readonly most: number },
  ) => (
    <Field label={label}>
      {(control) => (
        <Stepper
          {...control}
          aria-invalid={isWrong(field) ? true : undefined}
          data-testid={field === 'stepsText' ? 'scale-steps' : 'scale-lots'}
          inputMode="numeric"
          className="h-9 max-md:h-11 max-md:[&_button]:w-11"
          value={typed[field]}
          onValueChange={onChange(field)}
          onStep={(steps) => {
            const next = (readTypedLots(typed[field]) ?? 0) + steps;
            onChange(field)(String(Math.min(bounds.most, Math.max(bounds.least, next))));
          }}
        />
      )}
    </Field>
  );
  const maxLots = ticket.contract.terms?.maxLotsPerOrder ?? 1;
  return (
    <div className="grid grid-cols-2 items-start gap-x-2 gap-y-2.5">
      {price(
        'fromText',
        t(($) => $.ticketMore.scale.from),
      )}
      {price(
        'toText',
        t(($) => $.ticketMore.scale.to),
      )}
      {count(
        'stepsText',
        t(($) => $.ticketMore.scale.steps),
        { least: 2, most: MOST_STEPS },
      )}
      {count(
        'lotsText',
        t(($) => $.ticketMore.scale.lots),
        { least: 1, most: maxLots },
      )}
    </div>
  );
}

/** Every price, and what all of them need together. */
function ScaleReceipt({ ticket, scale }: { ticket: Ticket; scale: Extract<OrderScale, { kind: 'orders' }> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = ticket.contract.decimalFormat;
  const { all, orders } = scale;
  const preview = all.figures?.preview;
  const bare = (amount: bigint) => format.vnd(amount, { bare: true });
  const [first] = orders;
  return (
    <div className="grid gap-2 text-12 tabular-nums">
      <ol className="flex flex-wrap gap-1" data-testid="scale-prices">
        {orders.map(({ priceTicks }) => (
          <li key={priceTicks} className="rounded-sm bg-surface-3 px-1.5 leading-5.5">
            {format.price(priceTicks, grid)}
          </li>
        ))}
      </ol>
      <dl className="grid grid-cols-[1fr_auto] gap-x-2 border-border border-y py-2 leading-5.5">
        <dt className="text-fg-2">{t(($) => $.words.position.averagePrice)}</dt>
        <dd className="text-right font-medium">{wirePrice(format, all.averagePrice, grid)}</dd>
        <dt className="text-fg-2">{t(($) => $.words.order.duration)}</dt>
        <dd className="text-right">{first && t(($) => $.words.duration[first.duration])}</dd>
        {first?.exits && (
          <>
            <dt className="text-fg-2">{t(($) => $.words.orderType.TPSL)}</dt>
            <dd>
              <Check aria-hidden className="ml-auto size-4" />
            </dd>
          </>
        )}
        {preview && (
          <>
            <dt className="text-fg-2">{t(($) => $.words.margin.requiredMargin)}</dt>
            <dd className="text-right">
              <BeforeAfter before={bare(preview.requiredVnd.before)} after={bare(preview.requiredVnd.after)} />
            </dd>
            <dt className="text-fg-2">{t(($) => $.words.margin.availableMargin)}</dt>
            <dd className="text-right">
              <BeforeAfter before={bare(preview.availableVnd.before)} after={bare(preview.availableVnd.after)} />
            </dd>
            <dt className="text-fg-2">{t(($) => $.ticket.orderFee)}</dt>
            <dd className="text-right font-medium">{format.vnd(preview.feeVnd)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

function SendButton({ ticket, scale }: { ticket: Ticket; scale: OrderScale }) {
  const { t } = useTranslation();
  const format = useFormat();
  const errorText = useErrorText(ticket.contract);
  const { side } = ticket.read;
  const missingText = (field: ScaleField) => {
    if (field === 'stepsText') return t(($) => $.ticketMore.scale.count, { most: MOST_STEPS });
    return t(($) => $.ticket.issue[field === 'lotsText' ? 'quantity' : 'price']);
  };
  const error = scale.kind === 'orders' ? scale.all.errors[0] : undefined;
  const fault = scale.kind === 'field' ? missingText(scale.field) : error && errorText(error);
  if (scale.kind === 'field' || fault !== undefined)
    return (
      <Button
        type="submit"
        size="send"
        disabled
        data-testid="scale-send"
        className="w-full whitespace-normal leading-5"
      >
        <span aria-live="polite">{fault}</span>
      </Button>
    );
  return (
    <Button
      type="submit"
      size="send"
      variant={side === 'BUY' ? 'buy' : 'sell'}
      data-testid="scale-send"
      className="w-full whitespace-normal leading-5"
      onClick={(event) => isRepeatedClick(event) && event.preventDefault()}
    >
      {t(($) => $.ticketMore.scale.send, {
        count: scale.orders.length,
        orders: format.volume(scale.orders.length),
        side: t(($) => $.words.side[side]).toLowerCase(),
        lots: lotsText({ t, format }, scale.all.lots),
      })}
    </Button>
  );
}

/** What became of each: they live and end by themselves. */
function SentRows({ ticket, sent }: { ticket: Ticket; sent: readonly PlaceOrderRequest[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = ticket.contract.decimalFormat;
  const orders = useSentOrders((state) => state.orders);
  const outcome = (clientOrderId: string) => {
    const state = orders.get(clientOrderId)?.state;
    if (!state || state.kind === 'taken') return { text: t(($) => $.ticket.sent), isBad: false };
    if (state.kind === 'refused') return { text: writtenError({ t, format, grid }, state), isBad: true };
    if (state.kind === 'sending') return { text: t(($) => $.ticket.toast.sending), isBad: false };
    return { text: t(($) => (state.kind === 'lost' ? $.ticket.issue.lost : $.ticket.absent)), isBad: true };
  };
  return (
    <ul className="grid gap-1 text-12 tabular-nums" aria-live="polite" data-testid="scale-sent">
      {sent.map(({ clientOrderId, limitPrice, quantity }) => {
        const { text, isBad } = outcome(clientOrderId);
        const Icon = isBad ? TriangleAlert : Check;
        return (
          <li key={clientOrderId} className="grid grid-cols-[auto_4.5rem_4rem_1fr] items-start gap-2 leading-5">
            <Icon aria-hidden className={isBad ? 'mt-0.5 size-4 text-danger' : 'mt-0.5 size-4 text-up'} />
            <span className="font-medium">{wirePrice(format, limitPrice, grid)}</span>
            <span>{lotsText({ t, format }, quantity)}</span>
            <span className={isBad ? 'text-danger' : 'text-fg-2'}>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
