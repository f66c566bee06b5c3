/** Rải lệnh / Scale: limit orders from one price to another, seen one by one and confirmed once. */
import type { PlaceGroupRequest } from '@mua/contract/http/orders';
import { priceToDisplay, readTypedLots, readTypedPrice } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { GroupDialog } from '#features/order-ticket/group-dialog.tsx';
import { groupRequest } from '#features/order-ticket/group-request.ts';
import { useErrorText } from '#features/order-ticket/issue-text.ts';
import { MarginLines } from '#features/order-ticket/margin-lines.tsx';
import { ReduceOnlyOption } from '#features/order-ticket/order-options.tsx';
import {
  MOST_STEPS,
  type OrderScale,
  readScale,
  type ScaleField,
  type TypedScale,
} from '#features/order-ticket/order-scale.ts';
import { SideSwitch } from '#features/order-ticket/side-switch.tsx';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { WarningList } from '#features/order-ticket/warning-list.tsx';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { sendOrder } from '#orders/sent-orders.ts';
import { freshId } from '#session/fresh-id.ts';

/** How far apart the ends stand at first. */
const FIRST_TICKS = 20;

export function ScaleDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { typed, type } = useTypedScale(ticket);
  const [sent, setSent] = useState<PlaceGroupRequest | null>(null);
  const { choice, contract, draft } = ticket;
  const scale = readScale(typed, ticket);
  const isReady = scale.kind === 'orders' && scale.all.errors.length === 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const { actor } = choice;
    if (!isReady || !actor || sent !== null) return;
    const body = groupRequest('SCALE', scale.orders, ticket, freshId);
    setSent(body);
    void sendOrder(client, { actor, request: { kind: 'group', body } });
  };
  return (
    <GroupDialog
      ticket={ticket}
      title={t(($) => $.ticket.scaleOf, { contract: contract.code })}
      sent={sent}
      onSubmit={send}
      onEdit={() => setSent(null)}
      onClose={onClose}
    >
      <SideSwitch side={draft.side} onSide={draft.setSide} isRoomy={false} />
      <ReduceOnlyOption orderType="LIMIT" isReduceOnly={draft.isReduceOnly} />
      <ScaleFields ticket={ticket} typed={typed} scale={scale} onChange={type} />
      {scale.kind === 'orders' && <ScaleReceipt ticket={ticket} scale={scale} />}
      <SendButton ticket={ticket} scale={scale} />
    </GroupDialog>
  );
}

/** Another side begins at its own prices: those of this one would cross the market. What was typed stays. */
function useTypedScale(ticket: Ticket) {
  const { side } = ticket.read;
  const [begun, setBegun] = useState(() => ({ side, scale: begunScale(ticket) }));
  const [own, setOwn] = useState<Partial<TypedScale>>({});
  if (begun.side !== side) setBegun({ side, scale: begunScale(ticket) });
  const type = (field: ScaleField) => (text: string) => setOwn((before) => ({ ...before, [field]: text }));
  return { typed: { ...begun.scale, ...own }, type };
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
  const warningsId = useId();
  const { all, orders } = scale;
  const preview = all.figures?.preview;
  const [first] = orders;
  return (
    <div className="grid gap-2 text-12 tabular-nums">
      <ol
        className="flex flex-wrap gap-1"
        aria-describedby={all.warnings.length > 0 ? warningsId : undefined}
        data-testid="scale-prices"
      >
        {orders.map(({ priceTicks }) => (
          <li key={priceTicks} className="rounded-sm bg-surface-3 px-1.5 leading-5.5">
            {format.price(priceTicks, grid)}
          </li>
        ))}
      </ol>
      <WarningList ticket={ticket} warnings={all.warnings} id={warningsId} testId="scale-warnings" />
      <dl className="grid grid-cols-[1fr_auto] gap-x-2 border-border border-y py-2 leading-5.5">
        <dt className="text-fg-2">{t(($) => $.words.position.averagePrice)}</dt>
        <dd className="text-right font-medium">{wirePrice(format, all.averagePrice, grid)}</dd>
        <dt className="text-fg-2">{t(($) => $.words.order.duration)}</dt>
        <dd className="text-right">
          {first?.expirationDate
            ? format.civilDate(first.expirationDate)
            : first && t(($) => $.words.duration[first.duration])}
        </dd>
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
            <MarginLines preview={preview} />
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
