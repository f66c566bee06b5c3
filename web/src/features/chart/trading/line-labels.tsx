/**
 * The investor's order lines over the chart. Labels follow their lines within the chart's own paint, by style alone;
 * they are rendered only when their text has changed.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { OrderType, Ticks } from '@mua/core/values';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFrameValue } from '#clock/frame-value.ts';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { useTicketButton } from '#desk/ticket-button.ts';
import { showsPrices } from '#features/chart/axes/scale-mode.ts';
import { amendmentOf } from '#features/chart/trading/amend.ts';
import type { ChartOrders } from '#features/chart/trading/chart-orders.ts';
import { useChartView } from '#features/chart/trading/chart-view-store.ts';
import { effectAt, tradesAtOnce } from '#features/chart/trading/effect.ts';
import { type ChipMove, LineLabel } from '#features/chart/trading/line-label.tsx';
import { FROM_AXIS } from '#features/chart/trading/line-places.ts';
import { effectText } from '#features/chart/trading/line-words.ts';
import { type ExitName, isDraftExit, type LabelledLine } from '#features/chart/trading/order-line.ts';
import type { TradedChart } from '#features/chart/trading/traded-chart.ts';
import type { ExitStart } from '#features/chart/trading/use-line-acts.ts';
import { useLineActs } from '#features/chart/trading/use-line-acts.ts';
import { useLineDrag } from '#features/chart/trading/use-line-drag.ts';
import { type OrderLines, useOrderLines } from '#features/chart/trading/use-order-lines.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useOneStep } from '#session/one-step-store.ts';

export interface LineLabelsProps {
  readonly chart: TradedChart;
  readonly contract: Contract;
  readonly own: ChartOrders;
  /** Receives pointer events before the drawings and the library do. */
  readonly surface: RefObject<HTMLElement | null>;
  readonly compact: boolean;
}

export function LineLabels({ chart, contract, own, surface, compact }: LineLabelsProps) {
  const { t } = useTranslation();
  const all = useOrderLines(contract, own);
  const isHidden = useChartView((view) => !view.showsOrders);
  const acts = useLineActs(contract, own);
  const isOneStep = useOneStep((store) => store.isOneStep);
  const shared = useTicketButton(({ button }) => button);
  const button = shared?.contractCode === contract.code ? shared : null;
  const { amendGround: ground } = all;
  const lines = useWithExits(all.lines, chart.scaleState, contract);
  const shown = isHidden ? lines.filter(({ subject }) => subject.kind === 'draft') : lines;
  const { drag, grab, key, confirm, leave } = useLineDrag({
    chart,
    surface,
    view: { lines, ground, acts, isOneStep },
  });
  const [openId, setOpenId] = useState<string | null>(null);
  useEffect(() => chart.lines.set(lines), [chart, lines]);
  useEffect(() => chart.lines.setHidden(isHidden), [chart, isHidden]);
  const root = usePlacedLabels(chart, shown);
  const kept = useKeptFocus(root, {
    rows: '[data-line-place]',
    place: '[data-line]',
    otherwise: () => surface.current,
  });
  const askingId = drag.phase === 'asking' ? drag.id : null;
  useEffect(() => {
    if (askingId === null || root.current?.contains(document.activeElement)) return;
    // Enter and the arrows continue where the pointer was released.
    root.current?.querySelector<HTMLElement>(`[data-line="${askingId}"]`)?.focus({ preventScroll: true });
  }, [askingId, root]);
  const moveOf = useMoveText(contract, all);
  const moved = drag.phase === 'resting' ? null : drag;
  const movedLine = shown.find(({ id }) => id === moved?.id);
  const spoken = moved?.phase === 'asking' && movedLine ? moveOf(movedLine, moved.ticks, moved.phase) : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent; these are labels with buttons.
    <div
      ref={root}
      role="group"
      aria-label={t(($) => $.chartOrders.title)}
      className="pointer-events-none absolute inset-0 z-1 overflow-hidden"
      onKeyDownCapture={ignoreHeldEnter}
      onFocus={kept.onFocus}
      onBlur={(event) => {
        kept.onBlur(event);
        if (!event.currentTarget.contains(event.relatedTarget)) setOpenId(null);
      }}
    >
      {shown.map((line) => (
        <div
          key={line.id}
          data-line-place={line.id}
          className="absolute top-0 right-0 data-[off=true]:not-focus-within:opacity-0 [&[data-off=true]:not(:focus-within)_*]:pointer-events-none!"
        >
          <LineLabel
            line={line}
            move={moved?.id === line.id ? moveOf(line, moved.ticks, moved.phase) : null}
            compact={compact}
            isOpen={openId === line.id}
            button={button}
            onGrab={(event) => event.button === 0 && grab(line, event)}
            onKey={(event) => key(line, event)}
            onOpen={() => setOpenId(line.id)}
            onConfirm={confirm}
            onLeave={leave}
            onEnd={() => acts.end(line)}
            onExit={(leg) => acts.addExit(line, leg, startOf(chart, line, ground.markTicks))}
            onPress={acts.press}
          />
        </div>
      ))}
      <span aria-live="polite" className="sr-only">
        {spoken && `${spoken.priceText}. ${spoken.faultText ?? spoken.effectText}`}
      </span>
    </div>
  );
}

/** A held Enter would confirm what its own first press has asked. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Styles set during the paint, and again when the labels change. */
function usePlacedLabels(chart: TradedChart, lines: readonly LabelledLine[]): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other labels are a reason to place them.
  useEffect(
    () =>
      chart.lines.places.subscribe(({ places, axisWidth }) => {
        const element = root.current;
        if (!element) return;
        // Nothing is measured here, which would cost another layout in each frame.
        const right = axisWidth + FROM_AXIS;
        const byId = new Map(places.map((place) => [place.id, place]));
        for (const label of element.querySelectorAll<HTMLElement>('[data-line-place]')) {
          const place = byId.get(label.dataset.linePlace ?? '');
          label.style.visibility = place ? '' : 'hidden';
          if (!place) continue;
          label.style.transform = `translate(${-right}px, ${place.top}px)`;
          label.dataset.off = String(place.isOff);
        }
      }),
    [chart, lines],
  );
  return root;
}

/** Text of a line while it is being moved. */
function useMoveText(contract: Contract, { amendGround, effectGround }: OrderLines) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = contract.decimalFormat;
  return (line: LabelledLine, ticks: Ticks, phase: ChipMove['phase']): ChipMove => {
    const amendment = amendmentOf(line, ticks, amendGround);
    const effect = effectAt(line, ticks, effectGround);
    const isAtOnce = tradesAtOnce(line, ticks, effectGround);
    const { subject } = line;
    const leg = 'leg' in subject && subject.leg === 'stop' ? 'stop' : 'limit';
    const parts = [
      effect ? effectText(effect, { t, format }) : '',
      isAtOnce ? t(($) => $.chartOrders.atOnce[leg]) : '',
    ].filter((part) => part !== '');
    return {
      phase,
      priceText: format.price(ticks, grid),
      effectText: phase === 'sending' ? t(($) => $.words.status.IN_MODIFY) : parts.join(' · '),
      faultText: amendment.kind === 'fault' ? writtenError({ t, format, grid }, amendment) : null,
    };
  };
}

const EXITS: readonly ExitName[] = ['takeProfit', 'stopLoss'];

/**
 * The draft's entry offers the exits it lacks; a position offers a pair if none exists. On an axis without prices the
 * label shows the price.
 */
function useWithExits(
  lines: readonly LabelledLine[],
  scale: TradedChart['scaleState'],
  { decimalFormat: grid }: Contract,
): readonly LabelledLine[] {
  const format = useFormat();
  const orderType = useTicketDraft((draft) => draft.orderType);
  const isReduceOnly = useTicketDraft((draft) => draft.isReduceOnly);
  const isUnpriced = !showsPrices(useFrameValue(scale).mode);
  return useMemo(() => {
    const exitsOf = exitsAmong(lines, orderType, isReduceOnly);
    const priced = ({ label, ticks }: LabelledLine) => `${label} @ ${format.price(Math.round(ticks), grid)}`;
    return lines.map((line) => ({
      ...line,
      label: isUnpriced ? priced(line) : line.label,
      exits: exitsOf(line),
    }));
  }, [lines, orderType, isReduceOnly, isUnpriced, format, grid]);
}

function exitsAmong(
  lines: readonly LabelledLine[],
  orderType: OrderType,
  isReduceOnly: boolean,
): (line: LabelledLine) => readonly ExitName[] {
  const fields = fieldsOf(orderType);
  const has = (id: string) => lines.some((line) => line.id === id);
  const missing = EXITS.filter((leg) => !has(`draft ${leg}`));
  const isProtected = lines.some(
    ({ subject }) =>
      subject.kind === 'conditional' &&
      fieldsOf(subject.order.orderType).exits === 'own' &&
      !subject.order.parentOrderCode,
  );
  return ({ subject, isMainDraft }) => {
    if (subject.kind === 'position') return isProtected ? [] : fields.exits === 'own' ? missing : EXITS;
    const mayHave = fields.exits === 'own' || (fields.exits === 'optional' && !isReduceOnly);
    return isMainDraft && mayHave ? missing : [];
  };
}

const EXIT_SHARE = 0.12;
const EXIT_LEAST_TICKS = 4;

/** Far enough away to be distinguishable: a fraction of the axis range. */
function startOf({ plane }: TradedChart, line: LabelledLine, markTicks: Ticks | null): ExitStart {
  const top = plane.placeAt({ x: 0, y: 0 }, { isMagnet: false })?.ticks ?? 0;
  const bottom = plane.placeAt({ x: 0, y: plane.box.height }, { isMagnet: false })?.ticks ?? 0;
  const distanceTicks = Math.max(EXIT_LEAST_TICKS, Math.round(Math.abs(top - bottom) * EXIT_SHARE));
  const isOfHeld = line.subject.kind === 'position' || isDraftExit(line.subject);
  return { fromTicks: isOfHeld && markTicks !== null ? markTicks : Math.round(line.ticks), distanceTicks };
}
