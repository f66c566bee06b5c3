/** Changes the trail, exits and lots of a waiting conditional order: old → new, then confirmed. Esc changes nothing. */

import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import { readTypedLots } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { BeforeAfter } from '#design/ui/figures/figures.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import {
  type ChangeField,
  type ConditionalFault,
  fieldsOfConditional,
  type ReadConditional,
  readConditionalChange,
  steppedText,
  typedOf,
} from '#features/conditional-orders/conditional-change.ts';
import { conditionalFaultText } from '#features/conditional-orders/conditional-fault-text.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { lotUnit } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { modifyConditional } from '#orders/conditional-orders.ts';
import { orderPriceText } from '#orders/order-price-text.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

export interface ConditionalModifyProps {
  readonly actor: AccountActor;
  readonly order: ConditionalOrder;
  readonly contract: Contract;
}

export function ConditionalModify(props: ConditionalModifyProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const name = t(($) => $.conditional.modify, { contract: props.order.contractCode });
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm" variant="ghost" className="max-md:h-11" data-testid="modify-conditional" aria-label={name}>
          {t(($) => $.shell.action.edit)}
        </Button>
      </PopoverTrigger>
      <PopoverContent className="w-72" aria-label={name}>
        <ModifyForm {...props} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function ModifyForm({ onDone, ...props }: ConditionalModifyProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { order, contract } = props;
  const form = useConditionalChange(props, onDone);
  const { change, refusal } = form;
  const fault = change.kind === 'fault' ? change.fault : null;
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="grid gap-2.5">
      <h3 className="text-13">{t(($) => $.conditional.modify, { contract: order.contractCode })}</h3>
      {fieldsOfConditional(order).map((field) => (
        <ChangeStepper key={field} field={field} order={order} contract={contract} form={form} fault={fault} />
      ))}
      <ChangeLine order={order} change={change} contract={contract} />
      {refusal && (
        <p role="alert" className="text-12 text-danger">
          {writtenError({ t, format, grid: contract.decimalFormat }, refusal)}
        </p>
      )}
      <Button
        type="submit"
        disabled={fault !== null}
        busy={form.isBusy}
        busyLabel={t(($) => $.orders.sending)}
        data-testid="confirm-conditional"
      >
        {fault?.code === 'unchanged' ? t(($) => $.orders.unchanged) : t(($) => $.orders.confirmModify)}
      </Button>
    </form>
  );
}

type Form = ReturnType<typeof useConditionalChange>;

/** Fields not typed keep the order's current terms; the request names only what was changed. */
function useConditionalChange({ actor, order, contract }: ConditionalModifyProps, onDone: () => void) {
  const format = useFormat();
  const client = useQueryClient();
  const grid = contract.decimalFormat;
  const [changed, setChanged] = useState<Partial<Record<ChangeField, string>>>({});
  const typed = { ...typedOf(order, { format, grid }), ...changed };
  const { isBusy, refusal, submit: send } = useSubmission();
  const change = readConditionalChange(order, typed, grid);
  const type = (field: ChangeField, text: string) => setChanged((before) => ({ ...before, [field]: text }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (change.kind !== 'change' || isBusy) return;
    const { request } = change;
    const refused = await send(() => modifyConditional(client, actor, request));
    if (!refused) onDone();
  };
  return { typed, type, change, refusal, isBusy, submit };
}

interface ChangeStepperProps {
  readonly field: ChangeField;
  readonly order: ConditionalOrder;
  readonly contract: Contract;
  readonly form: Form;
  readonly fault: ConditionalFault | null;
}

function ChangeStepper({ field, order, contract, form, fault }: ChangeStepperProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = contract.decimalFormat;
  const text = form.typed[field];
  const names = {
    trail: t(($) => $.words.order.trailAmount),
    takeProfit: t(($) => $.words.order.takeProfit),
    stopLoss: t(($) => $.words.order.stopLoss),
    quantity: t(($) => $.words.order.quantity),
  };
  const isPercent = field === 'trail' && order.trailPercent !== null;
  const step = (steps: number) => form.type(field, steppedText(order, field, { text, steps, grid, format }));
  return (
    <Field
      label={names[field]}
      error={fault?.field === field ? conditionalFaultText({ t, format, contract }, order, fault) : undefined}
    >
      {(control) => (
        <Stepper
          {...control}
          data-testid={`modify-${FIELD_IDS[field]}`}
          inputMode={field === 'quantity' ? 'numeric' : grid.display === 'eighths' ? 'text' : 'decimal'}
          unit={field === 'quantity' ? lotUnit(t, readTypedLots(text)) : isPercent ? '%' : undefined}
          value={text}
          onValueChange={(next) => form.type(field, next)}
          onStep={step}
        />
      )}
    </Field>
  );
}

const FIELD_IDS: Readonly<Record<ChangeField, string>> = {
  trail: 'trail',
  takeProfit: 'take-profit',
  stopLoss: 'stop-loss',
  quantity: 'quantity',
};

function ChangeLine({
  order,
  change,
  contract,
}: {
  order: ConditionalOrder;
  change: ReadConditional;
  contract: Contract;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (change.kind === 'fault') return null;
  const written = (of: ConditionalOrder) =>
    t(($) => $.orders.lotsAtPrice, {
      lots: format.volume(of.quantity),
      price: orderPriceText({ t, format, grid: contract.decimalFormat }, of),
    });
  return (
    <p aria-live="polite" className="text-12 tabular-nums">
      <BeforeAfter before={written(order)} after={written(change.wanted)} />
    </p>
  );
}
