/** How close a contract's end is: our own deadline where it is known, else first notice or the last trading day. */
import type { Contract } from '@mua/contract/entities/contract';
import { dayNumber, isWeekday, tradeDateAt, tradeDateStartMs } from '@mua/core/values';

/** From how many sessions on the end is worth a badge. */
export const SOON_SESSIONS = 10;

export interface ContractEnd {
  readonly kind: 'closeOut' | 'firstNotice' | 'lastTrade';
  readonly atMs: number;
}

type Ends = Pick<Contract, 'closeOutAt' | 'firstNotificationDate' | 'lastTradeDay'>;

/** The next end ahead, longs' or shorts', whichever comes first; null when all are past. */
export function nextEnd({ closeOutAt, firstNotificationDate, lastTradeDay }: Ends, nowMs: number): ContractEnd | null {
  const ours = [closeOutAt.long, closeOutAt.short].flatMap((at) =>
    at === null ? [] : end('closeOut', Date.parse(at)),
  );
  const ends =
    ours.length > 0 ? ours : [...dated('firstNotice', firstNotificationDate), ...dated('lastTrade', lastTradeDay)];
  const ahead = ends.filter(({ atMs }) => atMs > nowMs).sort((a, b) => a.atMs - b.atMs);
  return ahead[0] ?? null;
}

/** Trade dates from the running one up to that of the end, as weekdays; 0 when it falls on the running one. */
export function sessionsUntil(endMs: number, nowMs: number): number {
  const from = dayNumber(tradeDateAt(nowMs));
  const to = dayNumber(tradeDateAt(endMs));
  let sessions = 0;
  for (let day = from; day < to; day += 1) if (isWeekday(day)) sessions += 1;
  return sessions;
}

/** A date begins with its trade date. */
function dated(kind: ContractEnd['kind'], date: string | null): ContractEnd[] {
  return date === null ? [] : [end(kind, tradeDateStartMs(date))];
}

function end(kind: ContractEnd['kind'], atMs: number): ContractEnd {
  return { kind, atMs };
}
