/**
 * Windows of this browser that go together: those of one colour show the same contract, and what would fill a ticket goes
 * from a window without one to a desk. Each window tells the others over a channel of its browser; nothing of it leaves
 * the machine. A window keeps its colour over a reload, and one that it opens begins with the same.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { isDialogOpen } from '#desk/being-written.ts';
import {
  anotherOrder,
  type DraftPick,
  type DraftValues,
  EMPTY_DRAFT,
  isTypedIn,
  useTicketDraft,
} from '#orders/ticket-draft.ts';
import { freshId } from '#session/fresh-id.ts';
import { isRecord } from '#session/kept-value.ts';

export const LINK_COLOURS = ['blue', 'pink', 'olive', 'teal'] as const;
export type LinkColour = (typeof LINK_COLOURS)[number];

interface Link {
  /** Null of a window that goes alone. */
  readonly colour: LinkColour | null;
  /** Whether windows are in use here at all: two tabs with a desk each are two desks, until one opens a window. */
  readonly isUsed: boolean;
}

/** The colour that counts. */
function colourOf({ colour, isUsed }: Link): LinkColour | null {
  return isUsed ? colour : null;
}

export const useLink = create<Link>()(
  persist((): Link => ({ colour: LINK_COLOURS[0], isUsed: false }), {
    name: 'window-link',
    storage: createJSONStorage(() => sessionStorage),
    merge: (kept, link) => ({ ...link, ...keptLink(kept) }),
  }),
);

function keptLink(kept: unknown): Link | undefined {
  if (!isRecord(kept)) return undefined;
  const colour = LINK_COLOURS.find((each) => each === kept.colour) ?? null;
  return { colour, isUsed: kept.isUsed === true };
}

type LinkMessage =
  | { readonly kind: 'contract'; readonly colour: LinkColour; readonly code: string }
  /** Somebody took this colour and asks which contract it is. */
  | { readonly kind: 'which'; readonly colour: LinkColour }
  | OfferedOrder
  /** A desk could take the order. */
  | { readonly kind: 'ready'; readonly handId: string; readonly deskId: string }
  /** Of the desks that could, this one is to take it. */
  | { readonly kind: 'yours'; readonly handId: string; readonly deskId: string };

interface OfferedOrder {
  readonly kind: 'order';
  readonly colour: LinkColour | null;
  readonly draft: DraftValues;
  readonly handId: string;
}

/** One for the whole page, because a page must not hear itself; open while somebody listens. */
let channel: BroadcastChannel | undefined;
const listeners = new Set<(message: LinkMessage) => void>();

/** A browser without channels has windows that go alone. */
function listen(take: (message: LinkMessage) => void): () => void {
  listeners.add(take);
  if (!channel && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('linked-windows');
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      // A window that was opened before an upgrade may speak otherwise.
      if (isLinkMessage(data)) for (const each of [...listeners]) each(data);
    };
  }
  return () => {
    listeners.delete(take);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}

function tell(message: LinkMessage): void {
  channel?.postMessage(message);
}

function isLinkMessage(data: unknown): data is LinkMessage {
  if (!isRecord(data)) return false;
  switch (data.kind) {
    case 'contract':
      return typeof data.code === 'string';
    case 'which':
      return true;
    case 'order':
      return typeof data.handId === 'string' && isDraft(data.draft);
    case 'ready':
    case 'yours':
      return typeof data.handId === 'string' && typeof data.deskId === 'string';
    default:
      return false;
  }
}

function isDraft(draft: unknown): draft is DraftValues {
  if (!isRecord(draft) || typeof draft.contractCode !== 'string') return false;
  return Object.entries(EMPTY_DRAFT).every(([name, value]) => value === null || typeof draft[name] === typeof value);
}

/** Joins the windows of a colour, and takes their contract; `null` leaves. */
export function chooseColour(colour: LinkColour | null): void {
  useLink.setState({ colour, isUsed: true });
  if (colour !== null) tell({ kind: 'which', colour });
}

export interface LinkedContract {
  /** Chosen in another window, and not followed because something is being written here; null for none. */
  readonly waitingCode: string | null;
  follow(): void;
}

/**
 * Shows the contract that a window of the same colour has chosen, and tells them which one is chosen here. On opening, a
 * desk `leads`: its contract was just chosen, while a panel shows the one of its colour. What is being written is not taken
 * away by a click in another window: then the contract waits until it is asked for.
 */
export function useLinkedContract(code: string, show: (code: string) => void, leads: boolean): LinkedContract {
  const colour = useLink(colourOf);
  const [waitingCode, setWaiting] = useState<string | null>(null);
  const told = useRef<string | null>(leads ? null : code);
  const followTo = (next: string) => {
    // What was heard is not told again.
    told.current = next;
    show(next);
  };
  const take = useEffectEvent((message: LinkMessage) => {
    if (!('colour' in message) || colour === null || message.colour !== colour) return;
    // The colour has gone on, if this window has not.
    if (message.kind === 'which') tell({ kind: 'contract', colour, code: waitingCode ?? code });
    if (message.kind !== 'contract') return;
    if (message.code === code) setWaiting(null);
    else if (isDialogOpen() || (leads && isTypedIn(useTicketDraft.getState()))) setWaiting(message.code);
    else followTo(message.code);
  });
  const join = useEffectEvent(() => {
    if (!leads && colour !== null) tell({ kind: 'which', colour });
  });
  useEffect(() => {
    const stop = listen(take);
    join();
    return stop;
  }, []);
  useEffect(() => {
    if (told.current === code) return;
    told.current = code;
    if (colour !== null) tell({ kind: 'contract', colour, code });
  }, [code, colour]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another contract or colour is the reason.
  useEffect(() => setWaiting(null), [code, colour]);
  return { waitingCode, follow: () => waitingCode !== null && followTo(waitingCode) };
}

const ASK_AGAIN_MS = 400;
/** A desk that is there answers within moments, unless its machine is busy: so often it is asked before one is opened. */
const OFFERS = 4;
/** A desk that is opened for it takes this long on a slow machine; what is handed on is asked about again until then. */
const GIVE_UP_MS = 20_000;

/**
 * In a window without a ticket: what is written for one goes to a desk of the same colour, else to any; of several, to the
 * one that answers first, because in two tickets it would be two orders. `openDesk` is called where none answers at once,
 * and says whether it could; until that desk has answered no other is opened, and what is picked meanwhile goes with what
 * was picked before.
 */
export function useOrdersHandedOn(openDesk: (code: string) => boolean): void {
  const isAsked = useTicketDraft((draft) => draft.isFocusRequested);
  const waiting = useRef<Handed | null>(null);
  const opening = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const endOpening = (): void => {
    clearTimeout(opening.current);
    opening.current = undefined;
  };
  const open = useEffectEvent((code: string) => {
    if (opening.current === undefined && openDesk(code)) opening.current = setTimeout(endOpening, GIVE_UP_MS);
  });
  const end = useEffectEvent((isAnswered: boolean) => {
    waiting.current = null;
    if (isAnswered) endOpening();
  });
  useEffect(() => {
    if (!isAsked) return;
    const draft = withWaiting(draftNow(), waiting.current?.draft);
    useTicketDraft.setState({ isFocusRequested: false });
    waiting.current?.stop();
    waiting.current = { draft, stop: handOn(draft, { openDesk: (code) => open(code), onEnd: (by) => end(by) }) };
  }, [isAsked]);
  useEffect(
    () => () => {
      waiting.current?.stop();
      clearTimeout(opening.current);
    },
    [],
  );
}

/** What no desk has taken yet. */
interface Handed {
  readonly draft: DraftValues;
  readonly stop: () => void;
}

/** Of the same contract: two picks are one, and a pick in an order that was written here is part of it. */
function withWaiting(draft: DraftValues, waiting: DraftValues | undefined): DraftValues {
  if (!draft.picked || waiting?.contractCode !== draft.contractCode) return draft;
  return { ...draft, picked: waiting.picked && { ...waiting.picked, ...draft.picked } };
}

function draftNow(): DraftValues {
  const draft = useTicketDraft.getState();
  const names = Object.keys(EMPTY_DRAFT) as (keyof DraftValues)[];
  return { ...EMPTY_DRAFT, ...Object.fromEntries(names.map((name) => [name, draft[name]])) };
}

interface HandOn {
  readonly openDesk: (code: string) => void;
  /** A desk has answered, or none has for so long that it is given up. */
  readonly onEnd: (isAnswered: boolean) => void;
}

function handOn(draft: DraftValues, { openDesk, onEnd }: HandOn): () => void {
  const handId = freshId();
  let offers = 0;
  const offer = (): void => {
    offers += 1;
    tell({ kind: 'order', colour: colourOf(useLink.getState()), draft, handId });
  };
  const timer = setInterval(() => {
    if (offers === OFFERS) openDesk(draft.contractCode ?? '');
    offer();
  }, ASK_AGAIN_MS);
  const end = setTimeout(() => {
    stop();
    onEnd(false);
  }, GIVE_UP_MS);
  const deafen = listen((message) => {
    if (message.kind !== 'ready' || message.handId !== handId) return;
    tell({ kind: 'yours', handId, deskId: message.deskId });
    stop();
    onEnd(true);
  });
  function stop(): void {
    clearInterval(timer);
    clearTimeout(end);
    deafen();
  }
  offer();
  return stop;
}

/** On a desk: takes what a window hands on to it, and shows its contract. */
export function useHandedOrders(show: (code: string) => void): void {
  const colour = useLink(colourOf);
  const [deskId] = useState(() => freshId());
  /** By hand id: what is offered and not given to any desk yet. */
  const offered = useRef(new Map<string, DraftValues>());
  const take = useEffectEvent((draft: DraftValues) => {
    if (draft.picked) takePick(draft.contractCode, draft.picked);
    else takeOrder(draft);
    if (draft.contractCode !== null) show(draft.contractCode);
  });
  const hear = useEffectEvent((message: LinkMessage) => {
    if (
      message.kind === 'order' &&
      (message.colour === null || message.colour === colour) &&
      hasRoomFor(message.draft)
    ) {
      offered.current.set(message.handId, message.draft);
      tell({ kind: 'ready', handId: message.handId, deskId });
    }
    if (message.kind !== 'yours') return;
    const draft = offered.current.get(message.handId);
    offered.current.delete(message.handId);
    if (draft && message.deskId === deskId) take(draft);
  });
  useEffect(() => listen(hear), []);
}

/** What is being written for another contract is not taken away: another desk is found, or opened. */
function hasRoomFor({ contractCode }: DraftValues): boolean {
  const ticket = useTicketDraft.getState();
  return ticket.contractCode === contractCode || !(isDialogOpen() || isTypedIn(ticket));
}

/** What is typed in this window's ticket stays. */
function takePick(contractCode: string | null, picked: DraftPick): void {
  const ticket = useTicketDraft.getState();
  if (ticket.contractCode !== contractCode) ticket.reset(contractCode);
  ticket.pick(picked);
}

/** It is this window's order from now on: never the one that another may have sent. */
function takeOrder(draft: DraftValues): void {
  useTicketDraft.setState(({ revision }) => ({
    ...draft,
    ...anotherOrder(revision, draft.askedRevision === draft.revision),
    ...{ clientOrderId: null, sentRevision: null, isFocusRequested: true },
  }));
}
