// @vitest-environment jsdom
import type { Session } from '@mua/contract/entities/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MarketClock } from '#features/shell/market-clock.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T17:55:10.000Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shown = (session: Session) => {
  render(<MarketClock exchange="CBOT" state="OPEN" session={session} />);
  return screen.getByTestId('market-clock').textContent;
};

test('an open market says when it closes', () => {
  const session = { state: 'OPEN', changesAt: '2026-11-25T18:45:00.000Z', reason: null } as const;
  expect(shown(session)).toContain('CBOT Mở cửa, đóng sau 0:50');
});

test('one that never closes says when its trade date rolls, at 05:00 in Vietnam', () => {
  expect(shown({ state: 'OPEN', changesAt: null, reason: null })).toContain('sang ngày giao dịch mới sau 4:05');
});
