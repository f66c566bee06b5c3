/** Changes prices and quantity of a working order beside its row: old → new, then confirmed. Esc changes nothing. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import { readTypedLots, readTypedPrice } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { BeforeAfter } from '#design/ui/figures/figures.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import {
  type ChangeFault,
  type ChangePrice,
  priceOfOrder,
  pricesToChange,
  type ReadChange,
  readChange,
} from '#features/order-list/order-change.ts';
import { changeFaultText } from '#features/order-list/order-fault-text.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { lotUnit } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { orderPriceText } from '#orders/order-price-text.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { modifyOrder } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface OrderModifyProps {
  readonly actor: AccountActor;
  readonly order: Order;
  readonly contract: Contract;
}

/** The popover is mounted on the first press, so that a thousand rows only have a thousand buttons. */
export function OrderModify({ actor, order, contract }: OrderModifyProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isReached, setReached] = useState(false);
  const name = t(($) => $.orders.modify, { contract: order.contractCode });
  const open = () => {
    setReached(true);
    setOpen(true);
  };
  const button = (
    <Button
      size="sm"
      variant="ghost"
      className="max-md:h-11"
      data-testid="modify-order"
      aria-label={name}
      aria-haspopup="dialog"
      {...(isReached ? {} : { onClick: open })}
    >
      {t(($) => $.shell.action.edit)}
    </Button>
  );
  if (!isReached) return button;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{button}</PopoverTrigger>
      <PopoverContent className="w-72" aria-label={name}>
        <ModifyForm actor={actor} order={order} contract={contract} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function ModifyForm({ onDone, ...props }: OrderModifyProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { order, contract } = props;
  const grid = contract.decimalFormat;
  const { prices, setPrice, stepPrice, lotsText, setLotsText, stepLots, ...form } = useOrderChange(props, onDone);
  const { change, refusal, isBusy, submit } = form;
  const fault = change.kind === 'fault' ? change.fault : null;
  const faultText = (of: ChangeFault) => changeFaultText({ t, format, contract }, of);
  const names = { limit: t(($) => $.words.order.limitPrice), stop: t(($) => $.words.order.stopPrice) };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2.5">
      <h3 className="text-13">{t(($) => $.orders.modify, { contract: order.contractCode })}</h3>
      {pricesToChange(order).map((field) => (
        <Field key={field} label={names[field]} error={fault?.field === field ? faultText(fault) : undefined}>
          {(control) => (
            <Stepper
              {...control}
              data-testid={field === 'limit' ? 'modify-price' : 'modify-stop'}
              value={prices[field]}
              onValueChange={(text) => setPrice(field, text)}
              onStep={(steps) => stepPrice(field, steps)}
            />
          )}
        </Field>
      ))}
      <Field
        label={t(($) => $.words.order.quantity)}
        error={fault?.field === 'quantity' ? faultText(fault) : undefined}
      >
        {(control) => (
          <Stepper
            {...control}
            data-testid="modify-quantity"
            inputMode="numeric"
            unit={lotUnit(t, readTypedLots(lotsText))}
            value={lotsText}
            onValueChange={setLotsText}
            onStep={stepLots}
          />
        )}
      </Field>
      <ChangeLine order={order} change={change} contract={contract} />
      {refusal && (
        <p role="alert" className="text-12 text-danger">
          {writtenError({ t, format, grid }, refusal)}
        </p>
      )}
      <Button
        type="submit"
        disabled={change.kind === 'fault'}
        busy={isBusy}
        busyLabel={t(($) => $.orders.sending)}
        data-testid="confirm-modify"
      >
        {change.kind === 'fault' && change.fault.code === 'unchanged'
          ? t(($) => $.orders.unchanged)
          : t(($) => $.orders.confirmModify)}
      </Button>
    </form>
  );
}

/** Fields not typed keep the order's current terms; the request names only what was changed. */
function useOrderChange({ actor, order, contract }: OrderModifyProps, onDone: () => void) {
  const format = useFormat();
  const client = useQueryClient();
  const grid = contract.decimalFormat;
  const [typedPrices, setPrices] = useState<Partial<Record<ChangePrice, string>>>({});
  const [typedLots, setLotsText] = useState<string | null>(null);
  const textOf = (price: ChangePrice) => typedPrices[price] ?? wirePrice(format, priceOfOrder(order, price), grid);
  const prices = { stop: textOf('stop'), limit: textOf('limit') };
  const lotsText = typedLots ?? String(order.quantity);
  const { isBusy, refusal, submit: send } = useSubmission();
  const change = readChange(order, { prices, lotsText }, grid);
  const setPrice = (field: ChangePrice, text: string) => setPrices((before) => ({ ...before, [field]: text }));
  const stepPrice = (field: ChangePrice, steps: number) => {
    const reading = readTypedPrice(prices[field], grid);
    const from = reading.kind === 'price' ? reading.ticks : ticksFromWire(priceOfOrder(order, field), grid);
    if (from !== null) setPrice(field, format.price(from + steps, grid));
  };
  const stepLots = (steps: number) => setLotsText(String(Math.max(1, (readTypedLots(lotsText) ?? 0) + steps)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (change.kind !== 'change' || isBusy) return;
    const { request } = change;
    const refused = await send(() => modifyOrder(client, actor, request));
    if (!refused) onDone();
  };
  return { prices, setPrice, stepPrice, lotsText, setLotsText, stepLots, change, refusal, isBusy, submit };
}

function ChangeLine({ order, change, contract }: { order: Order; change: ReadChange; contract: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (change.kind === 'fault') return null;
  const written = ({ quantity, limitPrice, stopPrice }: typeof change.wanted) => {
    const prices = { orderType: typeNow(order), limitPrice, stopPrice };
    const price = orderPriceText({ t, format, grid: contract.decimalFormat }, prices);
    return t(($) => $.orders.lotsAtPrice, { lots: format.volume(quantity), price });
  };
  return (
    <p aria-live="polite" className="text-12 tabular-nums">
      <BeforeAfter before={written(order)} after={written(change.wanted)} />
    </p>
  );
}

/** A triggered stop limit is the limit order that it became. */
function typeNow({ orderType, triggeredAt }: Order): Order['orderType'] {
  const { hasLimit, hasStop } = fieldsOf(orderType);
  return hasLimit && hasStop && triggeredAt !== null ? 'LIMIT' : orderType;
}
