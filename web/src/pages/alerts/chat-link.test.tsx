// @vitest-environment jsdom
/** Linking a messenger: the code is made when it is asked for, and ending it is one press. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ChatLink } from '#pages/alerts/chat-link.tsx';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

const URL = 'https://t.me/mua_stage_bot?start=abc';
const EXPIRES = '2026-11-20T05:10:00.000Z';

let calls: string[];

preparePages({ language: 'en' });

beforeEach(() => {
  calls = [];
  fetched.mockImplementation(async (address, init) => {
    calls.push(`${init?.method} ${String(address).replace(/.*\/api/, '')}`);
    if (init?.method !== 'POST') return answer(200, {});
    const isZalo = String(address).endsWith('zalo');
    return answer(200, { url: URL, code: isZalo ? 'K7QF-2M9X' : null, expiresAt: EXPIRES });
  });
});

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

test('ends it', async () => {
  renderPart(<ChatLink userId="an" channel="telegram" isLinked />);
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect Telegram' }));
  await waitFor(() => expect(calls).toEqual(['DELETE /investor/notice-delivery/telegram']));
});
