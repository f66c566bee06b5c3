/** Makes a template of the draft, and a draft of a template. Pure. */
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import type { Language } from '#i18n/languages.ts';
import { writeExit } from '#orders/draft-exits.ts';
import { TICKET_TYPES } from '#orders/order-types.ts';
import { type BegunOrder, EXIT_UNITS, type ExitLeg, TRAIL_UNITS, ticksOf } from '#orders/ticket-draft.ts';
import type { OrderTemplate } from '#session/order-templates-store.ts';

const SIDES = ['BUY', 'SELL'] as const;
/** A date is over before the template is used again. */
const DURATIONS = ['DAY', 'GTC', 'IOC', 'FOK'] as const;

/** Exits at a price are kept as the ticks that they are away. */
export function templateOf(
  name: string,
  { draft, read }: Pick<Ticket, 'draft' | 'read'>,
  language: Language,
): OrderTemplate {
  const { exits } = read;
  const isPriced = draft.exitUnit === 'price';
  const exitText = (leg: ExitLeg): string => {
    if (!isPriced) return draft[leg].trim();
    const ticks = ticksOf((leg === 'takeProfitText' ? exits?.takeProfit : exits?.stopLoss) ?? null);
    return exits && ticks !== null ? writeExit(ticks, { leg, unit: 'ticks' }, { ...exits.entry, language }) : '';
  };
  const [takeProfitText, stopLossText] = exits ? [exitText('takeProfitText'), exitText('stopLossText')] : ['', ''];
  return {
    name,
    side: read.side,
    orderType: read.orderType,
    duration: DURATIONS.find((kept) => kept === read.duration) ?? 'DAY',
    lotsText: draft.lotsText.trim(),
    trailText: draft.trailText.trim(),
    trailUnit: draft.trailUnit,
    exitUnit: isPriced ? 'ticks' : draft.exitUnit,
    takeProfitText,
    stopLossText,
    hasExits: draft.hasExits && (takeProfitText !== '' || stopLossText !== ''),
    ...(exits?.trailsStop ? { trailsStop: true } : {}),
    isReduceOnly: draft.isReduceOnly,
  };
}

/** Undefined for words that this version does not know. */
export function orderOf(template: OrderTemplate): BegunOrder | undefined {
  const { lotsText, trailText, takeProfitText, stopLossText, hasExits, isReduceOnly, trailsStop = false } = template;
  const side = SIDES.find((known) => known === template.side);
  const orderType = TICKET_TYPES.find((known) => known === template.orderType);
  const duration = DURATIONS.find((known) => known === template.duration);
  const trailUnit = TRAIL_UNITS.find((known) => known === template.trailUnit);
  const exitUnit = EXIT_UNITS.find((known) => known === template.exitUnit);
  if (!side || !orderType || !duration || !trailUnit || !exitUnit) return undefined;
  const typed = { lotsText, trailText, takeProfitText, stopLossText, hasExits, isReduceOnly, trailsStop };
  return { side, orderType, duration, trailUnit, exitUnit, ...typed };
}
