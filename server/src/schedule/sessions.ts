/**
 * Opens, pauses and closes sessions by the calendar. An expired contract is closed for good. A contract halted by the
 * exchange is left until the exchange resumes it.
 */
import { type CommandBody, type EngineState, type ListedContract, tradeDateOf } from '@mua/core/engine';
import type { SessionState } from '@mua/core/values';
import type { TradingHours } from '#schedule/calendar/trading-hours.ts';
import type { Stage } from '#schedule/timekeeper.ts';

type Change = Extract<CommandBody, { kind: 'changeSession' }>;

/** `closing`: only what stops trading; `all`: also what opens. */
export function changeSessions(state: EngineState, hours: TradingHours, which: 'closing' | 'all'): Stage {
  return {
    due(timeMs) {
      const changes = new Map<string, Change & { contractCodes: string[] }>();
      for (const listed of state.contracts.values()) {
        const { session, opensAtMs } = scheduledSession(state, hours, listed, timeMs);
        if (listed.isHalted || (listed.session === session && listed.opensAtMs === opensAtMs)) continue;
        if (which === 'closing' && session === 'OPEN') continue;
        const key = `${session} ${opensAtMs}`;
        const change = changes.get(key) ?? { kind: 'changeSession', contractCodes: [], state: session, opensAtMs };
        changes.set(key, change);
        change.contractCodes.push(listed.contract.code);
      }
      return [...changes.values()];
    },
    nextMs(timeMs) {
      let nextMs = Number.POSITIVE_INFINITY;
      for (const commodity of state.commodities.values())
        nextMs = Math.min(nextMs, hours.sessionAt(commodity, timeMs).changesAtMs);
      return nextMs;
    },
  };
}

export function scheduledSession(
  state: EngineState,
  hours: TradingHours,
  listed: ListedContract,
  timeMs: number,
): { readonly session: SessionState; readonly opensAtMs: number | null } {
  if (tradeDateOf(state, listed) > listed.contract.lastTradeDay) return { session: 'CLOSED', opensAtMs: null };
  const { state: session, opensAtMs } = hours.sessionAt(listed.commodity, timeMs);
  return { session, opensAtMs };
}
