// @vitest-environment jsdom
/**
 * Checks what windows of one browser tell each other. Two windows are two components here: each has a listener of its own
 * on the same channel, and hears what the other says.
 */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseColour, useHandedOrders, useLink, useLinkedContract, useOrdersHandedOn } from '#desk/linked-windows.ts';
import { type DraftPick, EMPTY_DRAFT, useTicketDraft } from '#orders/ticket-draft.ts';

/** All of one name hear each other, at once; a message is copied, as between windows. */
class Channel {
  static readonly open = new Set<Channel>();
  static said: unknown[] = [];
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(name: string) {
    this.name = name;
    Channel.open.add(this);
  }
  postMessage(message: unknown): void {
    const data = structuredClone(message);
    Channel.said.push(data);
    for (const other of [...Channel.open]) if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }
  close(): void {
    Channel.open.delete(this);
  }
}

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Channel);
  Channel.said = [];
  useLink.setState({ colour: 'blue', isUsed: true });
  useTicketDraft.setState({ ...EMPTY_DRAFT, contractCode: 'ZCEZ26' });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What another window says. */
function say(message: object): void {
  act(() => new Channel('linked-windows').postMessage(message));
}

test('a contract chosen here is told, and one that was heard is shown and not told again', () => {
  const show = vi.fn();
  const { rerender } = renderHook(({ code }) => useLinkedContract(code, show, true), {
    initialProps: { code: 'ZCEZ26' },
  });
  expect(Channel.said).toEqual([{ kind: 'contract', colour: 'blue', code: 'ZCEZ26' }]);
  rerender({ code: 'KCEH27' });
  expect(Channel.said.at(-1)).toEqual({ kind: 'contract', colour: 'blue', code: 'KCEH27' });

  say({ kind: 'contract', colour: 'blue', code: 'CLEF27' });
  expect(show.mock.calls).toEqual([['CLEF27']]);
  Channel.said = [];
  rerender({ code: 'CLEF27' });
  expect(Channel.said).toEqual([]);
});

test('another colour, and a window that goes alone, are left alone', () => {
  const show = vi.fn();
  const { rerender } = renderHook(({ code }) => useLinkedContract(code, show, true), {
    initialProps: { code: 'ZCEZ26' },
  });
  say({ kind: 'contract', colour: 'pink', code: 'CLEF27' });
  act(() => chooseColour(null));
  say({ kind: 'contract', colour: 'blue', code: 'CLEF27' });
  rerender({ code: 'KCEH27' });
  expect(show).not.toHaveBeenCalled();
  expect(Channel.said.filter((said) => (said as { code?: string }).code === 'KCEH27')).toEqual([]);
});

test('a panel asks on opening, and tells nobody its own', () => {
  renderHook(() => useLinkedContract('ZCEZ26', vi.fn(), false));
  expect(Channel.said).toEqual([{ kind: 'which', colour: 'blue' }]);
});

test('two desks without windows are two desks', () => {
  useLink.setState({ isUsed: false });
  const show = vi.fn();
  const { rerender } = renderHook(({ code }) => useLinkedContract(code, show, true), {
    initialProps: { code: 'ZCEZ26' },
  });
  rerender({ code: 'KCEH27' });
  say({ kind: 'contract', colour: 'blue', code: 'CLEF27' });
  expect(show).not.toHaveBeenCalled();
  expect(Channel.said).toHaveLength(1);
});

test('what is typed here is not taken away: the contract of another window waits until it is asked for', () => {
  const show = vi.fn();
  const { result, rerender } = renderHook(({ code }) => useLinkedContract(code, show, true), {
    initialProps: { code: 'ZCEZ26' },
  });
  const waiting = () => result.current.waitingCode;
  act(() => useTicketDraft.getState().setSide('SELL'));
  say({ kind: 'contract', colour: 'blue', code: 'KCEH27' });
  // A side alone is nothing that would be lost.
  expect(show.mock.calls).toEqual([['KCEH27']]);
  act(() => useTicketDraft.getState().setLotsText('7'));
  Channel.said = [];
  say({ kind: 'contract', colour: 'blue', code: 'CLEF27' });
  expect(show).toHaveBeenCalledTimes(1);
  expect(waiting()).toBe('CLEF27');
  // Whoever takes the colour now is told by the window that chose it.
  say({ kind: 'which', colour: 'blue' });
  expect(Channel.said.filter((said) => (said as { code?: string }).code === 'ZCEZ26')).toEqual([]);
  // The others come back.
  say({ kind: 'contract', colour: 'blue', code: 'ZCEZ26' });
  expect(waiting()).toBeNull();
  say({ kind: 'contract', colour: 'blue', code: 'CLEF27' });
  act(() => result.current.follow());
  expect(show.mock.lastCall).toEqual(['CLEF27']);
  Channel.said = [];
  rerender({ code: 'CLEF27' });
  expect(waiting()).toBeNull();
  expect(Channel.said).toEqual([]);
});

test('an open dialog holds any window, a draft only the one with the ticket; a contract chosen here is told', () => {
  const show = vi.fn();
  const { result, rerender } = renderHook(({ code }) => useLinkedContract(code, show, false), {
    initialProps: { code: 'ZCEZ26' },
  });
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  say({ kind: 'contract', colour: 'blue', code: 'CLEF27' });
  expect(show).not.toHaveBeenCalled();
  dialog.remove();
  expect(result.current.waitingCode).toBe('CLEF27');
  rerender({ code: 'KCEH27' });
  expect(result.current.waitingCode).toBeNull();
  expect(Channel.said.at(-1)).toEqual({ kind: 'contract', colour: 'blue', code: 'KCEH27' });
  act(() => useTicketDraft.getState().setLotsText('7'));
  say({ kind: 'contract', colour: 'blue', code: 'CLEF27' });
  expect(show.mock.calls).toEqual([['CLEF27']]);
});

test('whoever takes a colour is told its contract', () => {
  renderHook(() => useLinkedContract('ZCEZ26', vi.fn(), true));
  say({ kind: 'which', colour: 'blue' });
  expect(Channel.said.at(-1)).toEqual({ kind: 'contract', colour: 'blue', code: 'ZCEZ26' });
});

test('what is written for a ticket is offered until desks answer, and the first of them gets it', () => {
  vi.useFakeTimers();
  const openDesk = vi.fn(() => true);
  renderHook(() => useOrdersHandedOn(openDesk));
  act(() => {
    useTicketDraft.getState().setLots(3);
    useTicketDraft.getState().requestFocus();
  });
  const [offer] = Channel.said as { kind: string; draft: object; handId: string }[];
  expect(offer).toMatchObject({ kind: 'order', draft: { contractCode: 'ZCEZ26', lotsText: '3' } });
  expect(useTicketDraft.getState().isFocusRequested).toBe(false);
  Channel.said = [];
  say({ kind: 'ready', handId: offer?.handId, deskId: 'first' });
  say({ kind: 'ready', handId: offer?.handId, deskId: 'second' });
  expect(Channel.said.filter((said) => (said as { kind: string }).kind === 'yours')).toEqual([
    { kind: 'yours', handId: offer?.handId, deskId: 'first' },
  ]);
  Channel.said = [];
  vi.advanceTimersByTime(30_000);
  expect(Channel.said).toEqual([]);
  expect(openDesk).not.toHaveBeenCalled();
});

test('where no desk answers one is opened, once, and asked until it is there', () => {
  vi.useFakeTimers();
  const openDesk = vi.fn(() => true);
  renderHook(() => useOrdersHandedOn(openDesk));
  act(() => useTicketDraft.getState().requestFocus());
  vi.advanceTimersByTime(2_000);
  expect(openDesk.mock.calls).toEqual([['ZCEZ26']]);
  expect(Channel.said.length).toBeGreaterThan(3);
  vi.advanceTimersByTime(60_000);
  const { length } = Channel.said;
  vi.advanceTimersByTime(60_000);
  expect(Channel.said).toHaveLength(length);
});

describe('what is picked before a desk has answered', () => {
  const pick = (picked: DraftPick) => act(() => useTicketDraft.getState().pick(picked));
  const offers = () =>
    Channel.said.filter((said) => (said as { kind: string }).kind === 'order') as {
      draft: typeof EMPTY_DRAFT;
      handId: string;
    }[];
  const answerOffer = () => say({ kind: 'ready', handId: offers().at(-1)?.handId, deskId: 'first' });

  test('goes with what was picked before it, and opens no second desk', () => {
    vi.useFakeTimers();
    const openDesk = vi.fn(() => true);
    renderHook(() => useOrdersHandedOn(openDesk));
    pick({ side: 'SELL' });
    vi.advanceTimersByTime(2_000);
    pick({ lots: 3 });
    vi.advanceTimersByTime(10_000);
    expect(offers().at(-1)?.draft.picked).toEqual({ side: 'SELL', lots: 3 });
    expect(openDesk.mock.calls).toEqual([['ZCEZ26']]);
    answerOffer();
    expect(Channel.said.at(-1)).toMatchObject({ kind: 'yours' });
    // It has that now.
    pick({ lots: 5 });
    expect(offers().at(-1)?.draft.picked).toEqual({ lots: 5 });
    // And was closed since: another one is opened.
    vi.advanceTimersByTime(2_000);
    expect(openDesk).toHaveBeenCalledTimes(2);
  });

  test('of another contract goes alone, to the same desk', () => {
    vi.useFakeTimers();
    const openDesk = vi.fn(() => true);
    renderHook(() => useOrdersHandedOn(openDesk));
    pick({ side: 'SELL' });
    vi.advanceTimersByTime(2_000);
    act(() => useTicketDraft.getState().reset('KWEZ26'));
    pick({ lots: 3 });
    vi.advanceTimersByTime(5_000);
    expect(offers().at(-1)?.draft).toMatchObject({ contractCode: 'KWEZ26', picked: { lots: 3 } });
    expect(openDesk.mock.calls).toEqual([['ZCEZ26']]);
  });

  test('is part of an order that was written before it', () => {
    vi.useFakeTimers();
    renderHook(() => useOrdersHandedOn(vi.fn(() => true)));
    const order = { contractCode: 'ZCEZ26', owner: null, side: 'SELL', orderType: 'STOP', lots: 2 } as const;
    act(() => useTicketDraft.getState().fill({ ...order, stopText: '440' }));
    pick({ lots: 3 });
    expect(offers().at(-1)?.draft).toMatchObject({ orderType: 'STOP', stopText: '440', lotsText: '3', picked: null });
  });

  test('a desk that could not be opened is tried again', () => {
    vi.useFakeTimers();
    const openDesk = vi.fn(() => false);
    renderHook(() => useOrdersHandedOn(openDesk));
    pick({ side: 'SELL' });
    vi.advanceTimersByTime(5_000);
    expect(openDesk).toHaveBeenCalledTimes(1);
    pick({ lots: 3 });
    vi.advanceTimersByTime(5_000);
    expect(openDesk).toHaveBeenCalledTimes(2);
  });
});

test('a desk takes an order that is given to it, once, as its own', () => {
  const show = vi.fn();
  renderHook(() => useHandedOrders(show));
  const draft = { ...EMPTY_DRAFT, contractCode: 'KCEH27', side: 'SELL', lotsText: '2', clientOrderId: 'of-the-window' };
  say({ kind: 'order', colour: 'blue', draft, handId: 'h1' });
  const ready = Channel.said.at(-1) as { deskId: string };
  expect(ready).toEqual({ kind: 'ready', handId: 'h1', deskId: expect.any(String) });
  expect(show).not.toHaveBeenCalled();

  say({ ...ready, kind: 'yours' });
  say({ ...ready, kind: 'yours' });
  expect(show.mock.calls).toEqual([['KCEH27']]);
  expect(useTicketDraft.getState()).toMatchObject({ side: 'SELL', lotsText: '2', clientOrderId: null });
  expect(useTicketDraft.getState().isFocusRequested).toBe(true);
});

test('it is another order than the one before, so that exits go with it, and one that an address asked for stays one', () => {
  renderHook(() => useHandedOrders(vi.fn()));
  act(() => useTicketDraft.getState().reset('KCEH27'));
  const { firstRevision } = useTicketDraft.getState();
  const draft = { ...EMPTY_DRAFT, contractCode: 'KCEH27', lotsText: '50', revision: 7, askedRevision: 7 };
  say({ kind: 'order', colour: 'blue', draft, handId: 'h1' });
  say({ ...(Channel.said.at(-1) as object), kind: 'yours' });
  expect(useTicketDraft.getState().firstRevision).not.toBe(firstRevision);
  act(() => useTicketDraft.getState().beginExits({ unit: 'ticks', takeProfitText: '', stopLossText: '8' }));
  const { revision, askedRevision, stopLossText } = useTicketDraft.getState();
  expect([askedRevision, stopLossText]).toEqual([revision, '8']);
});

test('of what is picked in a window only that goes into the ticket, where the rest stays as typed', () => {
  renderHook(() => useOrdersHandedOn(vi.fn(() => true)));
  act(() => useTicketDraft.getState().pick({ lots: 3 }));
  const offer = Channel.said.at(-1) as { draft: typeof EMPTY_DRAFT };
  expect(offer.draft).toMatchObject({ contractCode: 'ZCEZ26', picked: { lots: 3 } });
  cleanup();

  renderHook(() => useHandedOrders(vi.fn()));
  const typed = { ...EMPTY_DRAFT, contractCode: 'ZCEZ26', side: 'SELL', stopLossText: '8', lotsText: '5' } as const;
  act(() => useTicketDraft.setState(typed));
  say({ ...offer, handId: 'h2' });
  say({ ...(Channel.said.at(-1) as object), kind: 'yours' });
  expect(useTicketDraft.getState()).toMatchObject({ side: 'SELL', stopLossText: '8', lotsText: '3' });
  expect(useTicketDraft.getState().isFocusRequested).toBe(true);
});

test('a desk where an order for another contract is being written is not ready', () => {
  renderHook(() => useHandedOrders(vi.fn()));
  act(() => useTicketDraft.getState().setLotsText('7'));
  const offer = { kind: 'order', colour: 'blue', draft: { ...EMPTY_DRAFT, contractCode: 'KCEH27' }, handId: 'h1' };
  say(offer);
  const readies = () => Channel.said.filter((said) => (said as { kind: string }).kind === 'ready');
  expect(readies()).toEqual([]);
  act(() => useTicketDraft.getState().reset('ZCEZ26'));
  say(offer);
  expect(readies()).toHaveLength(1);
});

test('a desk leaves an order that another desk of its colour is given', () => {
  const show = vi.fn();
  renderHook(() => useHandedOrders(show));
  say({ kind: 'order', colour: 'blue', draft: { ...EMPTY_DRAFT, contractCode: 'KCEH27' }, handId: 'h1' });
  say({ kind: 'yours', handId: 'h1', deskId: 'another' });
  expect(show).not.toHaveBeenCalled();
  expect(useTicketDraft.getState().contractCode).toBe('ZCEZ26');
});

test('a desk is not ready for what is no order, nor for one of another colour', () => {
  renderHook(() => useHandedOrders(vi.fn()));
  const offer = { kind: 'order', colour: 'blue', draft: { ...EMPTY_DRAFT, contractCode: 'KCEH27' }, handId: 'h1' };
  say({ ...offer, draft: { ...offer.draft, lotsText: 7 } });
  say({ ...offer, colour: 'pink' });
  say({ kind: 'unknown' });
  expect(Channel.said.filter((said) => (said as { kind: string }).kind === 'ready')).toEqual([]);
});
