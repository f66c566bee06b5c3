// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { CloseOutSessions } from '#features/positions/close-out-sessions.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { CORN, samplePosition } from '#mock/sample-records.ts';

beforeAll(async () => {
  await startI18n();
  await i18next.changeLanguage('en');
});
afterEach(cleanup);

test.each([
  [68, '68 sessions left', '68 sess.'],
  [5, '! 5 sessions left', '! 5 sess.'],
  [1, '! 1 session left', '! 1 sess.'],
])('%i sessions have their full text, or a short one below a column header', (sessions, whole, short) => {
  const contract = { ...CORN, sessionsLeft: { long: sessions, short: sessions } };
  const facts = { position: samplePosition(), contract };
  render(
    <TooltipProvider>
      <CloseOutSessions {...facts} />
      <CloseOutSessions {...facts} isShort />
    </TooltipProvider>,
  );
  expect(screen.getByText(whole)).toBeTruthy();
  expect(screen.getByText(short)).toBeTruthy();
});
