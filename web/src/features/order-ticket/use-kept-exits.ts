/** Keeps the exits of this order for each later entry in its commodity. */
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';
import { writeExit } from '#orders/draft-exits.ts';
import { ticksOf } from '#orders/ticket-draft.ts';
import { type KeptExits, keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';

export interface ExitKeeping {
  /** These very exits go with each entry. */
  readonly isKept: boolean;
  /** Null while there is nothing to keep, or nobody to keep it for. */
  readonly toggle: (() => void) | null;
}

export function useExitKeeping({ contract, choice, draft, read }: Ticket): ExitKeeping {
  const { language } = useFormat();
  const { keep, setOn, exits } = useKeptExits();
  const key = choice.actor && keptExitsKey(choice.actor.accountId, contract.commodityCode);
  const wanted = keptOf(read.exits);
  if (key === null || wanted === null) return { isKept: false, toggle: null };
  const kept = exits[key];
  const isKept =
    kept?.isOn === true &&
    kept.unit === wanted.unit &&
    kept.takeProfitText === wanted.takeProfitText &&
    kept.stopLossText === wanted.stopLossText &&
    kept.trailsStop === wanted.trailsStop;
  return { isKept, toggle: () => (isKept ? setOn(key, false) : keep(key, wanted)) };

  /** A price means nothing tomorrow: it is kept as the ticks that it is away. */
  function keptOf(now: Ticket['read']['exits']): KeptExits | null {
    if (!now) return null;
    const legs = { takeProfitText: now.takeProfit, stopLossText: now.stopLoss } as const;
    const unit = draft.exitUnit === 'price' ? 'ticks' : draft.exitUnit;
    const textOf = (leg: keyof typeof legs) => {
      const ticks = ticksOf(legs[leg]);
      if (ticks === null) return '';
      return draft.exitUnit === 'price'
        ? writeExit(ticks, { leg, unit }, { ...now.entry, language })
        : draft[leg].trim();
    };
    const [takeProfitText, stopLossText] = [textOf('takeProfitText'), textOf('stopLossText')];
    const trails = now.trailsStop ? ({ trailsStop: true } as const) : {};
    return takeProfitText === '' && stopLossText === ''
      ? null
      : { isOn: true, unit, takeProfitText, stopLossText, ...trails };
  }
}
