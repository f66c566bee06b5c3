/**
 * Says for sub-accounts that this tab is still there, so that the server doesn't cancel their orders. The server waits
 * for each browser alone, whose tabs are one sender to it: the last wish of any tab counts. The wish is kept with the
 * tab, over a reload: a closed tab is gone, and one that wakes late learns what became of it. A copied tab has the wish
 * as well; ended in one of them, it is ended in all.
 */
import { readCancelAfter, setCancelAfter } from '@mua/contract/http/cancel-after';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { freshId } from '#session/fresh-id.ts';
import { isRecord, readKept, writeKept } from '#session/kept-value.ts';
import { type AccountActor, callAs } from '#signed-in/actor.ts';
import { CallError } from '#wire/call.ts';

export interface GoneChoice {
  /** Of silence. */
  readonly seconds: number;
  readonly includesGoodTill: boolean;
}

interface Waiting extends GoneChoice {
  readonly userId: string;
  readonly wishId: string;
  /** When the server last took a word of this tab, by this machine's clock. */
  readonly heardAtMs: number;
}

interface CancelWhenGone {
  /** By sub-account. */
  readonly waiting: Readonly<Record<string, Waiting>>;
  /** Sub-accounts for which it came to it, until that is put away or it is switched on again. */
  readonly cancelled: Readonly<Record<string, CameToIt>>;
}

interface CameToIt extends Pick<Waiting, 'userId'> {
  /** Of silence. */
  readonly seconds: number;
}

const NOBODY: CancelWhenGone = { waiting: {}, cancelled: {} };

export const useCancelWhenGone = create<CancelWhenGone>()(
  persist(() => NOBODY, {
    name: 'cancel-when-gone',
    storage: createJSONStorage(() => sessionStorage),
    merge: (kept) => keptFrom(kept),
  }),
);

export function switchOn(actor: AccountActor, choice: GoneChoice): Promise<void> {
  const { userId, accountId } = actor;
  return inTurn(accountId, async () => {
    const heardAtMs = Date.now();
    await callAs(userId, setCancelAfter, { params: { accountId }, body: { ...choice } });
    const wishId = freshId();
    writeKept(wishKey(accountId), wishId);
    keep(accountId, { ...choice, userId, wishId, heardAtMs });
  });
}

export function switchOff({ userId, accountId }: AccountActor): Promise<void> {
  return inTurn(accountId, async () => {
    await callAs(userId, setCancelAfter, { params: { accountId }, body: { seconds: 0 } });
    end(accountId);
  });
}

const ENDED = '';

/** Holds the wish that counts, for every tab of this browser; nothing where it keeps nothing. */
function wishKey(accountId: string): string {
  return `cancel-when-gone.${accountId}`;
}

function end(accountId: string): void {
  writeKept(wishKey(accountId), ENDED);
  keep(accountId, null);
}

/** How often a tab is heard within the time that it may be silent: two words may be lost. */
const WORDS_IN_TIME = 3;

/** To be called every few seconds. What fails is said again by the next call. */
export async function sayStillHere(): Promise<void> {
  const accountIds = Object.keys(useCancelWhenGone.getState().waiting).filter((accountId) => !turns.has(accountId));
  await Promise.allSettled(accountIds.map((accountId) => inTurn(accountId, () => say(accountId))));
}

async function say(accountId: string): Promise<void> {
  const waiting = useCancelWhenGone.getState().waiting[accountId];
  if (!waiting) return;
  const { userId, wishId, heardAtMs, ...choice } = waiting;
  // Another tab may have ended it, or wished anew.
  if ((readKept(wishKey(accountId)) ?? wishId) !== wishId) return keep(accountId, null);
  const nowMs = Date.now();
  const silentMs = nowMs - heardAtMs;
  const timeoutMs = choice.seconds * 1_000;
  if (silentMs >= 0 && silentMs < timeoutMs / WORDS_IN_TIME) return;
  const params = { accountId };
  try {
    // It happens once: a tab that slept must not switch it on again by itself.
    const mayBeOver = silentMs < 0 || silentMs > timeoutMs;
    if (mayBeOver && (await callAs(userId, readCancelAfter, { params })).seconds === 0)
      return cameToIt(accountId, { userId, seconds: choice.seconds });
    await callAs(userId, setCancelAfter, { params, body: choice });
    keep(accountId, { ...waiting, heardAtMs: nowMs });
  } catch (error) {
    // Whoever has signed out is gone.
    if (error instanceof CallError && error.status === 401) end(accountId);
  }
}

function cameToIt(accountId: string, came: CameToIt): void {
  end(accountId);
  useCancelWhenGone.setState(({ cancelled }) => ({ cancelled: { ...cancelled, [accountId]: came } }));
}

/** Whoever has read that it came to it need not read it again. */
export function putAway(accountId: string): void {
  useCancelWhenGone.setState(({ cancelled: { [accountId]: _read, ...others } }) => ({ cancelled: others }));
}

function keep(accountId: string, next: Waiting | null): void {
  useCancelWhenGone.setState(({ waiting, cancelled }) => {
    const { [accountId]: _before, ...others } = waiting;
    const { [accountId]: _told, ...otherCancelled } = cancelled;
    return { waiting: next ? { ...others, [accountId]: next } : others, cancelled: otherCancelled };
  });
}

/** The last call of each sub-account: a word on its way must not arrive after the wish to end it. */
const turns = new Map<string, Promise<void>>();

function inTurn(accountId: string, act: () => Promise<void>): Promise<void> {
  const turn = (turns.get(accountId) ?? Promise.resolve()).then(act, act).finally(() => {
    if (turns.get(accountId) === turn) turns.delete(accountId);
  });
  turns.set(accountId, turn);
  return turn;
}

/** Storage holds untrusted text. */
function keptFrom(kept: unknown): CancelWhenGone {
  if (!isRecord(kept)) return NOBODY;
  const { waiting, cancelled } = kept;
  return {
    waiting: Object.fromEntries(Object.entries(isRecord(waiting) ? waiting : {}).filter(isWaiting)),
    cancelled: Object.fromEntries(Object.entries(isRecord(cancelled) ? cancelled : {}).filter(isCancelled)),
  };
}

function isWaiting(entry: [string, unknown]): entry is [string, Waiting] {
  const [, one] = entry;
  if (!isRecord(one)) return false;
  const { userId, wishId, seconds, includesGoodTill, heardAtMs } = one;
  const isChoice = typeof seconds === 'number' && typeof includesGoodTill === 'boolean';
  return isChoice && typeof userId === 'string' && typeof wishId === 'string' && typeof heardAtMs === 'number';
}

function isCancelled(entry: [string, unknown]): entry is [string, CameToIt] {
  const [, one] = entry;
  return isRecord(one) && typeof one.userId === 'string' && typeof one.seconds === 'number';
}
