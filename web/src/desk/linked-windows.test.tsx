// @vitest-environment jsdom
/**
 * Checks what windows of one browser tell each other. Two windows are two components here: each has a listener of its own
 * on the same channel, and hears what the other says.
 */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseColour, useHandedOrders, useLink, useLinkedContract, useOrdersHandedOn } from '#desk/linked-windows.ts';
import { EMPTY_DRAFT, useTicketDraft } from '#orders/ticket-draft.ts';

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

test('whoever takes a colour is told its contract', () => {
  renderHook(() => useLinkedContract('ZCEZ26', vi.fn(), true));
  say({ kind: 'which', colour: 'blue' });
  expect(Channel.said.at(-1)).toEqual({ kind: 'contract', colour: 'blue', code: 'ZCEZ26' });
});

test('what is written for a ticket is handed on once, until a desk has taken it', () => {
  vi.useFakeTimers();
  const openDesk = vi.fn();
  renderHook(() => useOrdersHandedOn(openDesk));
  act(() => {
    useTicketDraft.getState().setLots(3);
    useTicketDraft.getState().requestFocus();
  });
  const [offer] = Channel.said as { kind: string; draft: object; handId: string }[];
  expect(offer).toMatchObject({ kind: 'order', draft: { contractCode: 'ZCEZ26', lotsText: '3' } });
  expect(useTicketDraft.getState().isFocusRequested).toBe(false);
  say({ kind: 'taken', handId: offer?.handId });
  Channel.said = [];
  vi.advanceTimersByTime(30_000);
  expect(Channel.said).toEqual([]);
  expect(openDesk).not.toHaveBeenCalled();
});

test('where no desk answers one is opened, once, and asked until it is there', () => {
  vi.useFakeTimers();
  const openDesk = vi.fn();
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

test('a desk takes an order once, as its own, and leaves what is not one', () => {
  const show = vi.fn();
  renderHook(() => useHandedOrders(show));
  const draft = { ...EMPTY_DRAFT, contractCode: 'KCEH27', side: 'SELL', lotsText: '2', clientOrderId: 'of-the-window' };
  const offer = { kind: 'order', colour: 'blue', draft, handId: 'h1' };
  say(offer);
  say(offer);
  expect(show.mock.calls).toEqual([['KCEH27']]);
  expect(useTicketDraft.getState()).toMatchObject({ side: 'SELL', lotsText: '2', clientOrderId: null });
  expect(useTicketDraft.getState().isFocusRequested).toBe(true);
  expect(Channel.said.filter((said) => (said as { kind: string }).kind === 'taken')).toHaveLength(2);

  say({ ...offer, handId: 'h2', draft: { ...draft, lotsText: 7 } });
  say({ ...offer, handId: 'h3', colour: 'pink' });
  say({ kind: 'unknown' });
  expect(show).toHaveBeenCalledTimes(1);
  expect(useTicketDraft.getState().lotsText).toBe('2');
});
