// @vitest-environment jsdom
/** Linking a messenger: the code is made when it is asked for, and ending it is one press. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChatLink } from '#pages/alerts/chat-link.tsx';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

const URL = 'https://t.me/mua_stage_bot?start=abc';
const EXPIRES = '2026-11-20T05:10:00.000Z';

let calls: string[];

preparePages({ language: 'en' });

beforeEach(() => {
  calls = [];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(EXPIRES) - 10 * 60_000 });
  fetched.mockImplementation(async (address, init) => {
    calls.push(`${init?.method} ${String(address).replace(/.*\/api/, '')}`);
    if (init?.method !== 'POST') return answer(200, {});
    const isZalo = String(address).endsWith('zalo');
    return answer(200, { url: URL, code: isZalo ? 'K7QF-2M9X' : null, expiresAt: EXPIRES });
  });
});

afterEach(() => void vi.useRealTimers());

test('shows where the bot is started, and until when', async () => {
  renderPart(<ChatLink userId="an" channel="telegram" isLinked={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Connect Telegram' }));
  const link = await screen.findByRole('link', { name: 'Open Telegram' });
  expect(link.getAttribute('href')).toBe(URL);
  expect(screen.getByText(/12:10/)).toBeTruthy();
});

test('shows what is sent to the Zalo account', async () => {
  renderPart(<ChatLink userId="an" channel="zalo" isLinked={false} />);
  expect(screen.queryByTestId('code-zalo')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Connect Zalo' }));
  expect((await screen.findByTestId('code-zalo')).textContent).toBe('K7QF-2M9X');
  expect(screen.getByRole('button', { name: 'Copy the code' })).toBeTruthy();
  // The page looks whether it has arrived.
  await waitFor(() => expect(calls).toContain('GET /investor/notice-delivery'));
});

test('says why there is no address', async () => {
  fetched.mockImplementation(async () => refused(503, 'ServiceUnavailable'));
  renderPart(<ChatLink userId="an" channel="telegram" isLinked={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Connect Telegram' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});

test('ends it, after a question', async () => {
  renderPart(<ChatLink userId="an" channel="telegram" isLinked />);
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect Telegram' }));
  expect(calls).toEqual([]);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect Telegram' }));
  await waitFor(() => expect(calls).toEqual(['DELETE /investor/notice-delivery/telegram']));
});

test('an invitation whose time is over shows no code, says so, and leads to a new one', async () => {
  // It is made a second before its end.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(EXPIRES) - 1_000 });
  renderPart(<ChatLink userId="an" channel="zalo" isLinked={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Connect Zalo' }));
  screen.getByTestId('code-zalo').focus();
  expect(screen.getByText('Waiting for your message…').role).toBe('status');
  // What is looked at each second is of the last render once its effects have run.
  await act(async () => undefined);
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.queryByTestId('code-zalo')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText(/^The time to use it is over/).role).toBe('status');
  expect(screen.getByRole('button', { name: 'Make a new one' })).toBeTruthy();
});

test('says that it is linked, and keeps the focus of whoever comes back', async () => {
  const { rerender } = renderPart(<ChatLink userId="an" channel="telegram" isLinked={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Connect Telegram' }));
  (await screen.findByRole('link', { name: 'Open Telegram' })).focus();
  rerender(<ChatLink userId="an" channel="telegram" isLinked />);
  expect(screen.getByRole('status').textContent).toBe('Connected');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Disconnect Telegram' }));
});

test('goes on looking once it is linked: Zalo tells the name a moment after', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(EXPIRES) - 10 * 60_000 });
  const { rerender } = renderPart(<ChatLink userId="an" channel="zalo" isLinked={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Connect Zalo' }));
  await screen.findByTestId('code-zalo');
  await vi.waitFor(() => expect(calls).toContain('GET /investor/notice-delivery'));
  rerender(<ChatLink userId="an" channel="zalo" isLinked />);
  await act(async () => undefined);
  calls = [];
  await act(async () => void vi.advanceTimersByTime(3_000));
  await vi.waitFor(() => expect(calls).toEqual(['GET /investor/notice-delivery']));
});
