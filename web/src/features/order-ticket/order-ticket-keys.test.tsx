// @vitest-environment jsdom
/**
 * Tests the keys of the ticket: its order types, the dialogs of its menu, of which none takes another's place, and the
 * focus of whoever sends by Enter.
 */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { sampleOrder } from '#mock/sample-records.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useShortcutPreference } from '#session/shortcuts.ts';
import { answer, fetched } from '#test/page.tsx';
import { button, hold, letPass, lot, openTicket, placed, prepareTicket } from '#test/ticket-page.tsx';

prepareTicket();
beforeEach(() =>
  useShortcutPreference.setState({
    keys: {
      ...{ typeMarket: 'shift+m', typeStop: 'shift+s', typeExits: 'shift+e' },
      ...{ openOco: 'alt+o', openScale: 'alt+s', openTemplates: 'alt+y' },
    },
  }),
);

const hit = (code: string, init: KeyboardEventInit, target: Element = document.body) =>
  fireEvent.keyDown(target, { code, key: code.at(-1)?.toLowerCase() ?? '', ...init });
const draft = () => useTicketDraft.getState();

test('a key chooses the order type and focuses it; that of the exits turns to the side that closes', async () => {
  const { client } = await openTicket();
  hit('KeyM', { shiftKey: true });
  expect(draft().orderType).toBe('MARKET');
  expect(document.activeElement).toHaveProperty('dataset.value', 'MARKET');
  hit('KeyS', { shiftKey: true });
  expect(draft().orderType).toBe('STOP');
  hold(client, 2, [lot(2, '451.50')]);
  await waitFor(() => {
    hit('KeyE', { shiftKey: true });
    expect(draft()).toMatchObject({ orderType: 'TPSL', side: 'SELL' });
  });
  // What is typed in a field is typed there.
  hit('KeyM', { shiftKey: true }, screen.getByTestId('ticket-quantity'));
  expect(draft().orderType).toBe('TPSL');
});

test.each([
  ['KeyO', 'oco'],
  ['KeyS', 'scale'],
  ['KeyY', 'templates'],
])('Alt and %s opens %s, and leaves it open under another such key', async (code, _opened) => {
  await openTicket();
  hit(code, { altKey: true });
  const dialog = await screen.findByRole('dialog');
  const before = dialog.textContent;
  hit(code === 'KeyO' ? 'KeyS' : 'KeyO', { altKey: true });
  expect(screen.getByRole('dialog')).toBe(dialog);
  expect(dialog.textContent).toBe(before);
});

test('whoever sends by Enter keeps the focus while the answer is awaited, and afterwards', async () => {
  const { user, type } = await openTicket();
  let reply: (response: Response) => void = () => undefined;
  fetched.mockImplementation(() => new Promise<Response>((resolve) => (reply = resolve)));
  await type('ticket-quantity', '2');
  await type('ticket-price', '454');
  act(() => button().focus());
  await user.keyboard('{Enter}');
  letPass(ARMING_PAUSE_MS);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
  expect(document.activeElement).toBe(button());
  reply(answer(201, { order: sampleOrder({ quantity: 2 }), seq: 11 }));
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe(null));
  expect(document.activeElement).toBe(button());
  expect(placed()).toHaveLength(1);
});
