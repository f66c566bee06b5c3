/** Một khớp, một hủy / One cancels other: two orders that rest, seen with the margin of both and confirmed once. */
import type { PlaceGroupRequest } from '@mua/contract/http/orders';
import { readTypedLots, readTypedPrice, SIDES, type Side } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Label } from '#design/ui/controls/label.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { ExpirationField } from '#features/order-ticket/expiration-field.tsx';
import { GroupDialog } from '#features/order-ticket/group-dialog.tsx';
import { groupRequest } from '#features/order-ticket/group-request.ts';
import { useErrorText } from '#features/order-ticket/issue-text.ts';
import { MarginLines } from '#features/order-ticket/margin-lines.tsx';
import {
  begunPair,
  type LegPrices,
  leavesExits,
  legPrices,
  offeredPairDurations,
  offeredPairTypes,
  type PairDuration,
  type ReadLeg,
  type ReadPair,
  readPair,
  type TypedLeg,
  type TypedPair,
  turnedLeg,
} from '#features/order-ticket/oco-pair.ts';
import { pricesOf } from '#features/order-ticket/ticket-draft.ts';
import { fieldOf, type TicketField } from '#features/order-ticket/ticket-issues.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { WarningList } from '#features/order-ticket/warning-list.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { orderPriceText } from '#orders/order-price-text.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { sendOrder } from '#orders/sent-orders.ts';
import { freshId } from '#session/fresh-id.ts';

export function OcoDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => begunPair(ticket));
  const [sent, setSent] = useState<PlaceGroupRequest | null>(null);
  const pair = readPair(typed, ticket);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const { actor } = ticket.choice;
    if (pair.errors.length > 0 || !actor || sent !== null) return;
    const orders = pair.legs.map(({ read }) => read);
    const body = groupRequest('OCO', orders, ticket, freshId);
    setSent(body);
    void sendOrder(client, { actor, request: { kind: 'group', body } });
  };
  const change = (at: 0 | 1) => (changed: (leg: TypedLeg) => TypedLeg) =>
    setTyped(({ legs: [one, other], ...both }) => ({
      ...both,
      legs: at === 0 ? [changed(one), other] : [one, changed(other)],
    }));
  return (
    <GroupDialog
      ticket={ticket}
      title={t(($) => $.ticket.ocoOf, { contract: ticket.contract.code })}
      sent={sent}
      onSubmit={send}
      onEdit={() => setSent(null)}
      onClose={onClose}
    >
      {([0, 1] as const).map((at) => (
        <LegFields key={at} ticket={ticket} at={at} leg={typed.legs[at]} judged={pair.legs[at]} onChange={change(at)} />
      ))}
      <DurationLine
        ticket={ticket}
        typed={typed}
        onDuration={(duration) => setTyped((before) => ({ ...before, duration }))}
      />
      {pair.legs.some(({ read }) => read.duration === 'GTD') && (
        <ExpirationField
          ticket={ticket}
          date={typed.expirationDate}
          onDate={(expirationDate) => setTyped((before) => ({ ...before, expirationDate }))}
          errors={pair.errors}
          isRoomy={false}
          testId="oco-expiration"
        />
      )}
      <PairReceipt pair={pair} />
      {leavesExits(ticket.draft) && (
        <p role="note" className="text-12 text-warning leading-4.5" data-testid="oco-no-exits">
          {t(($) => $.ticketMore.oco.noExits)}
        </p>
      )}
      <p className="text-12 text-fg-2 leading-4.5">{t(($) => $.ticketMore.oco.about)}</p>
      <SendButton ticket={ticket} pair={pair} />
    </GroupDialog>
  );
}

interface LegFieldsProps {
  readonly ticket: Ticket;
  readonly at: 0 | 1;
  readonly leg: TypedLeg;
  readonly judged: ReadLeg | undefined;
  readonly onChange: (changed: (leg: TypedLeg) => TypedLeg) => void;
}

const TONE_OF_SIDE: Readonly<Record<Side, string>> = {
  BUY: 'data-[state=on]:bg-buy data-[state=on]:text-on-side',
  SELL: 'data-[state=on]:bg-sell data-[state=on]:text-on-side',
};

function LegFields(props: LegFieldsProps) {
  const { ticket, at, leg, judged, onChange } = props;
  const { t } = useTranslation();
  const warningsId = useId();
  const number = at + 1;
  const { hasStop, hasLimit } = fieldsOf(leg.orderType);
  const { stopText, limitText } = legPrices(leg);
  const typeIn = (name: keyof LegPrices) => (text: string) =>
    onChange((before) => ({ ...before, own: { ...before.own, [name]: text } }));
  const isWrong = (field: TicketField) => judged?.errors.some((error) => fieldOf(error) === field) ?? false;
  const warnings = judged?.warnings ?? [];
  return (
    <fieldset
      className="grid gap-2 rounded-md border border-border p-2.5 pt-1"
      aria-describedby={warnings.length > 0 ? warningsId : undefined}
      data-testid={`oco-leg-${number}`}
    >
      <legend className="px-1 text-12 text-fg-2">{t(($) => $.ticketMore.oco.leg, { number })}</legend>
      <LegTurns {...props} />
      <div className="grid grid-cols-2 items-start gap-x-2 gap-y-2">
        {hasStop && (
          <PriceStepper
            ticket={ticket}
            label={t(($) => $.words.order.stopPrice)}
            testId={`oco-${number}-stop`}
            text={stopText}
            isWrong={isWrong('stop')}
            onText={typeIn('stopText')}
          />
        )}
        {hasLimit && (
          <PriceStepper
            ticket={ticket}
            label={t(($) => $.words.order.limitPrice)}
            testId={`oco-${number}-limit`}
            text={limitText}
            isWrong={isWrong('price')}
            onText={typeIn('limitText')}
          />
        )}
        <LotsStepper
          ticket={ticket}
          testId={`oco-${number}-lots`}
          text={leg.lotsText}
          isWrong={isWrong('quantity')}
          onText={(lotsText) => onChange((before) => ({ ...before, lotsText }))}
        />
      </div>
      <WarningList ticket={ticket} warnings={warnings} id={warningsId} testId={`oco-warnings-${number}`} />
    </fieldset>
  );
}

/** Side and type. */
function LegTurns({ ticket, at, leg, onChange }: LegFieldsProps) {
  const { t } = useTranslation();
  const number = at + 1;
  return (
    <div className="grid grid-cols-[2fr_3fr] gap-2">
      <Segment<Side>
        label={t(($) => $.words.order.side)}
        value={leg.side}
        onValueChange={(side) => onChange((before) => turnedLeg(before, { side }, ticket))}
        columns={2}
        className="max-md:[&>button]:h-11"
        options={(Object.keys(SIDES) as Side[]).map((side) => ({
          value: side,
          label: t(($) => $.words.side[side]),
          testId: `oco-${number}-${side}`,
          className: TONE_OF_SIDE[side],
        }))}
      />
      <Segment
        label={t(($) => $.words.order.orderType)}
        value={leg.orderType}
        onValueChange={(orderType) => onChange((before) => turnedLeg(before, { orderType }, ticket))}
        columns="fit"
        className="max-md:[&>button]:h-11"
        options={offeredPairTypes(ticket).map((type) => ({
          value: type,
          label: t(($) => $.words.orderTypeShort[type]),
          name: t(($) => $.words.orderType[type]),
          hint: t(($) => $.words.orderTypeHint[type]),
          testId: `oco-${number}-${type}`,
        }))}
      />
    </div>
  );
}

interface StepperProps {
  readonly ticket: Ticket;
  readonly testId: string;
  readonly text: string;
  readonly isWrong: boolean;
  readonly onText: (text: string) => void;
}

const STEPPER = 'h-9 max-md:h-11 max-md:[&_button]:w-11';

function PriceStepper({ ticket, label, testId, text, isWrong, onText }: StepperProps & { readonly label: string }) {
  const format = useFormat();
  const grid = ticket.contract.decimalFormat;
  return (
    <Field label={label}>
      {(control) => (
        <Stepper
          {...control}
          aria-invalid={isWrong ? true : undefined}
          data-testid={testId}
          inputMode={grid.display === 'eighths' ? 'text' : 'decimal'}
          className={STEPPER}
          value={text}
          onValueChange={onText}
          onStep={(steps) => {
            const read = readTypedPrice(text, grid);
            if (read.kind === 'price') onText(format.price(read.ticks + steps, grid));
          }}
        />
      )}
    </Field>
  );
}

function LotsStepper({ ticket, testId, text, isWrong, onText }: StepperProps) {
  const { t } = useTranslation();
  const most = ticket.ground.terms?.maxLotsPerOrder ?? 1;
  return (
    <Field label={t(($) => $.words.order.quantity)}>
      {(control) => (
        <Stepper
          {...control}
          aria-invalid={isWrong ? true : undefined}
          data-testid={testId}
          inputMode="numeric"
          className={STEPPER}
          value={text}
          onValueChange={onText}
          onStep={(steps) => onText(String(Math.min(most, Math.max(1, (readTypedLots(text) ?? 0) + steps))))}
        />
      )}
    </Field>
  );
}

interface DurationLineProps {
  readonly ticket: Ticket;
  readonly typed: TypedPair;
  readonly onDuration: (duration: PairDuration) => void;
}

function DurationLine({ ticket, typed, onDuration }: DurationLineProps) {
  const { t } = useTranslation();
  const id = useId();
  const types = typed.legs.map(({ orderType }) => orderType);
  return (
    <div className="flex items-center gap-2">
      <Label htmlFor={id}>{t(($) => $.words.order.duration)}</Label>
      <Select<PairDuration>
        id={id}
        data-testid="oco-duration"
        className="ml-auto w-auto max-md:h-11"
        value={typed.duration}
        onValueChange={onDuration}
        options={offeredPairDurations(ticket, types).map((one) => ({
          value: one,
          label: t(($) => $.words.duration[one]),
        }))}
      />
    </div>
  );
}

/** What both need together; the fee of each, because as a rule only one of them is paid. */
function PairReceipt({ pair: { legs, preview } }: { pair: ReadPair }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!preview) return null;
  const [one = 0n, other = 0n] = preview.feesVnd;
  return (
    <dl
      className="grid grid-cols-[1fr_auto] gap-x-2 border-border border-y py-2 text-12 tabular-nums leading-5.5"
      data-testid="oco-receipt"
    >
      {legs[0]?.read.exits && (
        <>
          <dt className="text-fg-2">{t(($) => $.words.orderType.TPSL)}</dt>
          <dd>
            <Check aria-hidden className="ml-auto size-4" />
          </dd>
        </>
      )}
      <MarginLines preview={preview} />
      <dt className="text-fg-2">{t(($) => $.ticketMore.oco.fee)}</dt>
      <dd className="text-right font-medium">
        {one === other ? format.vnd(one) : `${format.vnd(one, { bare: true })} / ${format.vnd(other)}`}
      </dd>
    </dl>
  );
}

function SendButton({ ticket, pair }: { ticket: Ticket; pair: ReadPair }) {
  const { t } = useTranslation();
  const format = useFormat();
  const errorText = useErrorText(ticket.contract);
  const grid = ticket.contract.decimalFormat;
  const [error] = pair.errors;
  // Each order stays in one line.
  const words = pair.legs.map(({ read }) =>
    t(($) => $.ticketMore.oco.order, {
      side: t(($) => $.words.side[read.side]),
      lots: format.volume(read.lots),
      price: orderPriceText({ t, format, grid }, { orderType: read.orderType, ...pricesOf(read, grid) }),
    }).replaceAll(' ', '\u00a0'),
  );
  return (
    <Button
      type="submit"
      size="send"
      disabled={error !== undefined}
      data-testid="oco-send"
      className="w-full whitespace-normal text-balance leading-5"
      onClick={(event) => isRepeatedClick(event) && event.preventDefault()}
    >
      <span aria-live="polite">
        {error ? errorText(error) : t(($) => $.ticketMore.oco.send, { one: words[0] ?? '', other: words[1] ?? '' })}
      </span>
    </Button>
  );
}
