/** Lots: typed, stepped, or a share of the most that would be accepted now. */
import type { Lots } from '@mua/core/values';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Field } from '#design/ui/controls/field.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { ExplainedFigure } from '#design/ui/figures/explained-figure.tsx';
import { openLotsText, useErrorText } from '#features/order-ticket/issue-text.ts';
import { RiskField } from '#features/order-ticket/risk-field.tsx';
import { explainTicketMaxLots } from '#features/order-ticket/ticket-explanations.ts';
import { lotsOfShare } from '#features/order-ticket/ticket-figures.ts';
import { fieldOf } from '#features/order-ticket/ticket-issues.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { errorText } from '#i18n/error-text.ts';
import { lotUnit } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';

const LOTS = [1, 2, 5];
const SHARES = [25, 50, 75, 100];

export function QuantityField({ ticket, isRoomy }: { ticket: Ticket; isRoomy: boolean }) {
  const { t } = useTranslation();
  const { contract, draft, figures, issues, read } = ticket;
  const text = useErrorText(contract);
  const wrong = issues.errors.find((one) => fieldOf(one) === 'quantity');
  const isUnread = read.quantity.kind === 'notANumber' || (read.quantity.kind === 'lots' && read.lots < 1);
  const error = isUnread
    ? errorText(t, 'QuantityInvalid')
    : wrong && wrong.code !== 'quantity'
      ? text(wrong)
      : undefined;
  const step = (steps: number) => draft.setLots(Math.max(1, read.lots + steps));
  // A size from risk needs a stop, which only the exits of an entry have.
  const isHalf = read.exits !== null && fieldsOf(read.orderType).exits === 'optional';
  return (
    <div className="grid gap-1">
      <div className={cn(isHalf && 'grid grid-cols-2 items-start gap-2')}>
        <Field
          label={t(($) => $.words.order.quantity)}
          aside={<MaxLots ticket={ticket} isShort={isHalf} />}
          error={error}
        >
          {(control) => (
            <Stepper
              {...control}
              data-testid="ticket-quantity"
              name="quantity"
              inputMode="numeric"
              size={isRoomy ? 'xl' : 'md'}
              className={cn(
                isRoomy ? '[&_input]:text-16' : 'h-9',
                isRoomy && (isHalf ? '[&_button]:w-11' : '[&_button]:w-13'),
              )}
              unit={lotUnit(t, read.lots)}
              value={draft.lotsText}
              onValueChange={draft.setLotsText}
              onStep={step}
            />
          )}
        </Field>
        {isHalf && <RiskField ticket={ticket} isRoomy={isRoomy} />}
      </div>
      <Presets lots={read.lots} maxLots={figures?.maxLots ?? null} isRoomy={isRoomy} />
    </div>
  );
}

interface PresetsProps {
  readonly lots: Lots;
  readonly maxLots: Lots | null;
  readonly isRoomy: boolean;
}

const Presets = memo(function Presets({ lots, maxLots, isRoomy }: PresetsProps) {
  const { t } = useTranslation();
  const { setLots } = useTicketDraft.getState();
  return (
    <fieldset
      aria-label={t(($) => $.words.order.quantity)}
      className="grid grid-cols-[repeat(3,1fr)_repeat(4,1.25fr)] gap-1 tabular-nums"
    >
      {LOTS.map((preset) => (
        <Preset
          key={preset}
          label={String(preset)}
          isOn={lots === preset}
          isRoomy={isRoomy}
          onPick={() => setLots(preset)}
        />
      ))}
      {SHARES.map((percent) => (
        <Preset
          key={percent}
          label={`${percent}%`}
          isOn={false}
          isRoomy={isRoomy}
          onPick={maxLots ? () => setLots(lotsOfShare(maxLots, percent)) : null}
        />
      ))}
    </fieldset>
  );
});

function Preset({
  label,
  isOn,
  isRoomy,
  onPick,
}: {
  label: string;
  isOn: boolean;
  isRoomy: boolean;
  /** Null if there is nothing to take a share of. */
  onPick: (() => void) | null;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={onPick === null}
      onClick={onPick ?? undefined}
      className={cn(
        'h-6 rounded-sm bg-surface-3 font-medium text-12 text-fg-2 transition-colors duration-(--fast) hover:bg-surface-4 hover:text-foreground disabled:text-disabled',
        isOn && 'bg-primary-soft text-primary-text hover:bg-primary-soft hover:text-primary-text',
        isRoomy && 'h-11',
      )}
    >
      {label}
    </button>
  );
}

/**
 * The most that the acceptance check would take now, on the order's side; for a reducing order, what can be reduced.
 */
function MaxLots({ ticket: { contract, figures, read }, isShort }: { ticket: Ticket; isShort: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!figures || !contract.terms) return null;
  if (read.isReduceOnly) {
    const { closableLots } = figures;
    // Then the field's error says it.
    if (closableLots === 0 || read.lots > closableLots) return null;
    return <span className="text-fg-2 tabular-nums">{openLotsText({ t, format }, closableLots)}</span>;
  }
  const name = t(($) => $.words.margin[read.side === 'BUY' ? 'maxBuy' : 'maxSell']);
  return (
    <span className="text-fg-2 tabular-nums" data-testid="ticket-max-lots">
      <ExplainedFigure name={name} explain={() => explainTicketMaxLots(figures, read.side)}>
        <span aria-hidden>{`${isShort ? t(($) => $.ticket.most) : name} `}</span>
        {format.volume(read.side === 'BUY' ? figures.maxBuyLots : figures.maxSellLots)}
      </ExplainedFigure>
    </span>
  );
}
