/**
 * Take profit and stop loss, for a TPSL itself or attached to an entry: typed as a price, ticks, percent or dong for one
 * lot, each echoed in the others, with what they gain or lose together.
 */
import { lossAtStopVnd } from '@mua/core/preview';
import { oppositeSide, type Ticks, type Vnd } from '@mua/core/values';
import { Pin, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { labelIdOf } from '#design/ui/controls/label.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { useFieldWarning, usePriceError } from '#features/order-ticket/price-fault.ts';
import { stoppedEntryOf } from '#features/order-ticket/ticket-figures.ts';
import { exitReference } from '#features/order-ticket/ticket-issues.ts';
import { useExitKeeping } from '#features/order-ticket/use-kept-exits.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { exitProfitVnd } from '#market/exit-profit.ts';
import { entryTicksOf, writeExit } from '#orders/draft-exits.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { EXIT_UNITS, type ExitLeg, type ExitUnit, ticksOf, useTicketDraft } from '#orders/ticket-draft.ts';

type Leg = 'takeProfit' | 'stopLoss';
const LEGS: readonly Leg[] = ['takeProfit', 'stopLoss'];
const TEXT_OF = { takeProfit: 'takeProfitText', stopLoss: 'stopLossText' } as const satisfies Record<Leg, ExitLeg>;

interface ExitFieldsProps {
  readonly ticket: Ticket;
  readonly isRoomy: boolean;
  /** Stands beside the units: the switch of an entry's exits. */
  readonly heading?: ReactNode;
}

export function ExitFields({ ticket, isRoomy, heading }: ExitFieldsProps) {
  if (!ticket.read.exits) return heading ? <div className="grid gap-2">{heading}</div> : null;
  return (
    <div className="grid grid-cols-[1.5rem_minmax(5.75rem,1fr)_auto_minmax(0,auto)] gap-x-2 gap-y-1.5 rounded-md border border-border bg-surface-2 px-2 py-1.5">
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        {heading ?? <PairName />}
        <span className="ml-auto flex items-center gap-1">
          {heading && <KeepButton ticket={ticket} isRoomy={isRoomy} />}
          <UnitChoice ticket={ticket} />
        </span>
      </div>
      {LEGS.map((leg) => (
        <ExitField key={leg} ticket={ticket} leg={leg} isRoomy={isRoomy} />
      ))}
      {heading && ticket.read.exits.areDistances && (
        <TrailOption trailsStop={ticket.draft.trailsStop} isRoomy={isRoomy} />
      )}
      {fieldsOf(ticket.read.orderType).exits === 'own' ? <PairHint /> : <WorstCase ticket={ticket} />}
    </div>
  );
}

/** A distance can be kept from the best price as well as from the entry. */
const TrailOption = memo(function TrailOption({ trailsStop, isRoomy }: { trailsStop: boolean; isRoomy: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <label htmlFor={id} className={cn('col-span-full flex w-fit items-center gap-1.5 text-12', isRoomy && 'min-h-11')}>
      <Checkbox
        id={id}
        data-testid="ticket-trails-stop"
        className={isRoomy ? undefined : 'size-3.5'}
        checked={trailsStop}
        onCheckedChange={(on) => useTicketDraft.getState().setTrailsStop(on === true)}
      />
      {t(($) => $.ticket.trailsStop)}
    </label>
  );
});

function PairName() {
  const { t } = useTranslation();
  return <span className="text-12">{t(($) => $.words.orderType.TPSL)}</span>;
}

function PairHint() {
  const { t } = useTranslation();
  return <p className="col-span-full text-11 text-fg-3 leading-4">{t(($) => $.ticket.exitsHint)}</p>;
}

/** A press keeps these exits for each entry in the commodity, another one switches them off. */
function KeepButton({ ticket, isRoomy }: { ticket: Ticket; isRoomy: boolean }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { isKept, toggle } = useExitKeeping(ticket);
  const commodity = ticket.contract.commodityName[language];
  return (
    <IconButton
      label={t(($) => $.ticket.exitsKept, { commodity })}
      size="icon-sm"
      aria-pressed={isKept}
      disabled={toggle === null}
      data-testid="ticket-keep-exits"
      className={cn(isRoomy ? 'size-11' : 'size-6', isKept ? 'text-primary-text' : 'text-fg-3')}
      onClick={toggle ?? undefined}
    >
      {isKept ? <Pin aria-hidden className="fill-current" /> : <Pin aria-hidden />}
    </IconButton>
  );
}

/** Another unit changes no price: both legs are written anew in it. One that has none there stays as it was typed. */
function UnitChoice({ ticket: { draft, read } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { exits } = read;
  const choose = (unit: ExitUnit) => {
    const written = (leg: Leg) => {
      const ticks = ticksOf(exits?.[leg] ?? null);
      return ticks === null || !exits
        ? ''
        : writeExit(ticks, { leg: TEXT_OF[leg], unit }, { ...exits.entry, language });
    };
    const texts = { takeProfitText: written('takeProfit'), stopLossText: written('stopLoss') };
    const lost = (['takeProfit', 'stopLoss'] as const).find(
      (leg) => draft[TEXT_OF[leg]].trim() !== '' && texts[TEXT_OF[leg]] === '',
    );
    if (lost === undefined) return draft.setExitUnit(unit, texts);
    const words = { leg: t(($) => $.words.order[lost]), unit: t(($) => $.ticket.exitUnit[unit]) };
    const text = t(($) => $.ticket.exitKeepsUnit, words);
    void import('#design/ui/feedback/toaster.tsx').then(({ toast }) => toast.error(text));
  };
  return (
    <Segment
      label={t(($) => $.words.orderType.TPSL)}
      value={draft.exitUnit}
      onValueChange={choose}
      className="[&>button]:h-5 [&>button]:px-1.5 max-md:[&>button]:h-11"
      options={EXIT_UNITS.map((unit) => ({
        value: unit,
        label: t(($) => $.ticket.exitUnit[unit]),
        testId: `ticket-exit-unit-${unit}`,
      }))}
    />
  );
}

/** Short on screen, because its figures are shown in the same line. */
function LegName({ leg }: { leg: Leg }) {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden>{t(($) => $.words.order[leg === 'takeProfit' ? 'takeProfitShort' : 'stopLossShort'])}</span>
      <span className="sr-only">{t(($) => $.words.order[leg])}</span>
    </>
  );
}

/** Characters that fit between the buttons of a narrow field. */
const MOST_BESIDE_BUTTONS = 6;

interface ExitFieldProps {
  readonly ticket: Ticket;
  readonly leg: Leg;
  readonly isRoomy: boolean;
}

function ExitField({ ticket, leg, isRoomy }: ExitFieldProps) {
  const { draft, contract } = ticket;
  const id = useId();
  const noteId = `${id}-note`;
  const echoId = `${id}-echo`;
  const step = useExitStep(ticket, leg);
  const oldPrice = useFieldWarning(ticket, 'takeProfit');
  const error = usePriceError(ticket, leg);
  const warning = leg === 'takeProfit' ? oldPrice : undefined;
  const text = draft[TEXT_OF[leg]];
  const isLong = draft.exitUnit === 'dong' || text.length > MOST_BESIDE_BUTTONS;
  const isEighths = draft.exitUnit === 'price' && contract.decimalFormat.display === 'eighths';
  const note = error ?? warning;
  return (
    <div className="col-span-full grid grid-cols-subgrid items-center gap-y-1">
      <label
        id={labelIdOf(id)}
        htmlFor={id}
        className={cn('relative font-semibold text-12', leg === 'takeProfit' ? 'text-up' : 'text-down')}
      >
        <LegName leg={leg} />
      </label>
      <Stepper
        id={id}
        aria-describedby={note ? `${noteId} ${echoId}` : echoId}
        aria-invalid={error ? true : undefined}
        data-testid={leg === 'takeProfit' ? 'ticket-take-profit' : 'ticket-stop-loss'}
        name={leg}
        inputMode={isEighths ? 'text' : 'decimal'}
        size={isRoomy ? 'xl' : 'md'}
        className={cn(
          isRoomy ? '[&_button]:w-11 [&_input]:text-16' : 'h-7.5 [&_button]:w-5.5 [&_span]:px-0',
          // A sum needs the room; the arrow keys still step by a tick.
          isLong && '[&_button]:hidden',
        )}
        tone={error ? 'error' : warning ? 'warning' : 'plain'}
        value={text}
        onValueChange={(text) => draft.setPriceText(TEXT_OF[leg], text)}
        onStep={step}
      />
      <Echo id={echoId} ticket={ticket} leg={leg} />
      {note && (
        <p
          id={noteId}
          className={cn(
            'col-span-full flex items-start gap-1.5 text-12 leading-4',
            error ? 'text-danger' : 'text-warning',
          )}
        >
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span>{note}</span>
        </p>
      )}
    </div>
  );
}

/** A step is a tick in every unit: up raises a price, and lengthens a distance. */
function useExitStep({ contract, draft, read, markTicks }: Ticket, leg: Leg): (steps: number) => void {
  const { language } = useFormat();
  const { exits } = read;
  return (steps) => {
    const exit = exits?.[leg] ?? null;
    const fromTicks = exit?.kind === 'offGrid' ? exit.lowerTicks : (ticksOf(exit) ?? exitReference(read, markTicks));
    if (!exits || fromTicks === null) return;
    const unit = draft.exitUnit;
    const away = unit === 'price' || (leg === 'takeProfit') === (exits.entry.side === 'BUY') ? 1 : -1;
    const on = { ...exits.entry, grid: contract.decimalFormat, language };
    const text = writeExit(fromTicks + away * steps, { leg: TEXT_OF[leg], unit }, on);
    // Nearer than a tick there is no distance.
    if (text !== '') useTicketDraft.getState().setPriceText(TEXT_OF[leg], text);
  };
}

/** The exit in every unit, however it was typed, and what it gains or loses with all lots. */
function Echo({ id, ticket, leg }: { id: string; ticket: Ticket; leg: Leg }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contract, read } = ticket;
  const ticks = ticksOf(read.exits?.[leg] ?? null);
  const entryTicks = read.exits && entryTicksOf(read.exits.entry);
  const vnd = profitOf(ticket, leg);
  const gap = ticks === null || entryTicks === null ? null : ticks - entryTicks;
  const count =
    gap === null
      ? MISSING
      : t(($) => $.ticket.exitTicks, { ticks: format.volume(Math.abs(gap)), count: Math.abs(gap) });
  return (
    <span
      id={id}
      data-testid={`ticket-echo-${leg}`}
      className="col-span-2 grid grid-cols-subgrid whitespace-nowrap text-right tabular-nums leading-3.75"
    >
      <span className="text-left font-medium text-12">{format.price(ticks, contract.decimalFormat)}</span>
      {vnd === null ? (
        <span className="text-12 text-fg-3">{MISSING}</span>
      ) : (
        <Profit amount={vnd} className={cn('truncate font-medium', isBillions(vnd) ? 'text-11' : 'text-12')} />
      )}
      <span className="text-left text-11 text-fg-3">{count}</span>
      <span className="text-11 text-fg-3">{format.quotePercent(gap, entryTicks)}</span>
    </span>
  );
}

function isBillions(vnd: Vnd): boolean {
  return vnd >= BILLION || vnd <= -BILLION;
}

const BILLION = 1_000_000_000n;

/** For an entry's exits, relative to the price of the entry; for a TPSL, to the cost of the position. */
function profitOf({ contract, held, read, markTicks }: Ticket, leg: Leg): Vnd | null {
  const ticks = ticksOf(read.exits?.[leg] ?? null);
  if (ticks === null) return null;
  const isPair = fieldsOf(read.orderType).exits === 'own';
  const exit = { side: isPair ? read.side : oppositeSide(read.side), lots: read.lots, ticks };
  const entryTicks = isPair ? null : exitReference(read, markTicks);
  return exitProfitVnd(exit, { contract, entryTicks, held });
}

/** What the stop costs at most, with the fees of both sides, and how that compares with the gain. */
function WorstCase({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { read } = ticket;
  const entry = stoppedEntryOf(ticket);
  if (entry === null || read.lots < 1) return null;
  const { entryTicks, stopTicks } = entry;
  const gainTicks = ticksOf(read.exits?.takeProfit ?? null);
  const lossVnd = lossAtStopVnd(entry, read.lots);
  return (
    <dl
      data-testid="ticket-worst-case"
      className="col-span-full flex flex-wrap justify-between gap-x-2 text-11 text-fg-3 tabular-nums leading-4"
    >
      <div className="flex gap-1.5">
        <dt>{t(($) => $.ticket.worstCase)}</dt>
        <dd>
          <Profit amount={-lossVnd} className="font-medium" />
        </dd>
      </div>
      {gainTicks !== null && (
        <div>
          <dt className="sr-only">{t(($) => $.words.orderType.TPSL)}</dt>
          <dd>{lossToGain(format.plain, { entryTicks, gainTicks, stopTicks })}</dd>
        </div>
      )}
    </dl>
  );
}

/** `1 : 2`, the gain with one decimal where it needs one. */
function lossToGain(
  plain: (text: string) => string,
  {
    entryTicks,
    gainTicks,
    stopTicks,
  }: { readonly entryTicks: Ticks; readonly gainTicks: Ticks; readonly stopTicks: Ticks },
): string {
  const lossTicks = Math.abs(stopTicks - entryTicks);
  if (lossTicks === 0) return MISSING;
  const tenths = Math.round((Math.abs(gainTicks - entryTicks) * 10) / lossTicks);
  return `1 : ${plain(tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1))}`;
}
