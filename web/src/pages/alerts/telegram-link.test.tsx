// @vitest-environment jsdom
/** Connecting the bot: the address is made when it is asked for, and ending it is one press. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { TelegramLink } from '#pages/alerts/telegram-link.tsx';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

const URL = 'https://t.me/mua_stage_bot?start=abc';

let calls: string[];

preparePages({ language: 'en' });

beforeEach(() => {
  calls = [];
  fetched.mockImplementation(async (address, init) => {
    calls.push(`${init?.method} ${String(address).replace(/.*\/api/, '')}`);
    if (init?.method === 'POST') return answer(200, { url: URL, expiresAt: '2026-11-20T05:10:00.000Z' });
    return answer(200, {});
  });
});

test('shows where the bot is started, and until when', async () => {
  renderPart(<TelegramLink userId="an" isLinked={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Connect Telegram' }));
  const link = await screen.findByRole('link', { name: 'Open Telegram and press Start' });
  expect(link.getAttribute('href')).toBe(URL);
  expect(screen.getByText(/12:10/)).toBeTruthy();
});

test('says why there is no address', async () => {
  fetched.mockImplementation(async () => refused(503, 'ServiceUnavailable'));
  renderPart(<TelegramLink userId="an" isLinked={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Connect Telegram' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});

test('ends it', async () => {
  renderPart(<TelegramLink userId="an" isLinked />);
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect Telegram' }));
  await waitFor(() => expect(calls).toEqual(['DELETE /investor/notice-delivery/telegram']));
});
