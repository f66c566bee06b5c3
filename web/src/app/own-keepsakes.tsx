/** Brings what an investor arranges to each of their devices, and says where two of these met. Shows nothing else. */
import type { Keepsake } from '@mua/contract/entities/keepsake';
import { readKeepsakes, writeKeepsakes } from '@mua/contract/http/keepsakes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { clearStrangersOut, keepsakeSources } from '#app/keepsake-sources.ts';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { subscribeKeepsakeNews } from '#feeds/keepsake-news.ts';
import { type Meeting, openBook } from '#keepsakes/keepsake-book.ts';
import { type Exchange, type KeepsakeSync, keepInStep } from '#keepsakes/keepsake-sync.ts';
import { deviceName, forgetStrangers, shelfOf } from '#keepsakes/own-shelf.ts';
import { useAuth } from '#session/auth-store.ts';
import { nowMs } from '#session/clock.ts';
import { callAs, errorCodeOf, useActiveUser } from '#signed-in/actor.ts';
import { retryDelayMs } from '#wire/query-client.ts';

/** Long enough to be found by somebody who looks elsewhere. */
const SHOWN_MS = 20_000;
/** A drawing that is dragged changes many times. */
const SOON_MS = 400;
/** Less than this is the way of the answer, and most devices' clocks are better. */
const WRONG_CLOCK_MS = 60_000;

// Outlives the component, which goes with the last investor. Who is here is written down after it is told.
useAuth.subscribe(() => queueMicrotask(leaveNothing));
leaveNothing();

function leaveNothing(): void {
  clearStrangersOut();
  forgetStrangers();
}

export function OwnKeepsakes() {
  const userId = useActiveUser();
  const { t } = useTranslation();
  const sayMet = useEffectEvent((meetings: readonly Meeting[], undo: () => void) => {
    const kinds = [...new Set(meetings.map(({ kind }) => t(($) => $.settings.keepsakes.kind[kind])))];
    toast.info(
      t(($) => $.settings.keepsakes.met),
      {
        description: kinds.join(' · '),
        duration: SHOWN_MS,
        action: { label: t(($) => $.settings.keepsakes.undo), onClick: undo },
      },
    );
  });
  const client = useQueryClient();
  // Alerts on drawings go with them at the server.
  const noteDrawn = useEffectEvent(() => void client.invalidateQueries({ queryKey: [userId, 'alerts'] }));
  const sayFull = useEffectEvent(() => {
    toast.warning(
      t(($) => $.settings.keepsakes.full),
      { description: t(($) => $.settings.keepsakes.fullHint), duration: SHOWN_MS },
    );
  });
  useEffect(() => {
    if (userId === null) return;
    const sync = begin(userId, { onMeetings: sayMet, onFull: sayFull, onDrawn: noteDrawn });
    const stopListening = subscribeKeepsakeNews(sync.look);
    return () => {
      stopListening();
      sync.stop();
    };
  }, [userId]);
  return null;
}

interface Told {
  readonly onMeetings: (meetings: readonly Meeting[], undo: () => void) => void;
  readonly onFull: () => void;
  /** Drawings were changed, here or on another device, and the server knows. */
  readonly onDrawn: () => void;
}

function begin(userId: string, { onMeetings, onFull, onDrawn }: Told): KeepsakeSync {
  let aheadMs = 0;
  const book = openBook({ shelf: shelfOf(userId), device: deviceName(), nowMs: () => nowMs() - aheadMs });
  const sync = keepInStep({
    book,
    sources: keepsakeSources(userId),
    isActing: () => useAuth.getState().activeUserId === userId,
    exchange: async (after, items) => {
      const answer = await ask(userId, after, items);
      const read = answer.kind === 'reading' ? answer.reading.items : [];
      if (answer.kind === 'reading' && [...items, ...read].some(({ kind }) => kind === 'drawing')) onDrawn();
      return answer;
    },
    later: (run, failures) => {
      const timer = setTimeout(run, failures === 0 ? SOON_MS : retryDelayMs(failures));
      return () => clearTimeout(timer);
    },
    onMeetings: (meetings) =>
      onMeetings(meetings, () => sync.choose(meetings.map(({ kind, key, own }) => ({ kind, key, value: own })))),
    onFull,
    onServerTime: (serverMs) => {
      const apartMs = nowMs() - serverMs;
      aheadMs = Math.abs(apartMs) > WRONG_CLOCK_MS ? apartMs : 0;
    },
  });
  return sync;
}

async function ask(userId: string, after: number, items: readonly Keepsake[]): Promise<Exchange> {
  try {
    const reading =
      items.length === 0
        ? await callAs(userId, readKeepsakes, { query: { after: String(after) } })
        : await callAs(userId, writeKeepsakes, { body: { after, items: [...items] } });
    return { kind: 'reading', reading };
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'KeepsakesFull') return { kind: 'full' };
    return { kind: code === 'BadRequest' || code === 'UnreadableText' ? 'malformed' : 'lost' };
  }
}
