// @vitest-environment jsdom
/** Checks the message about a file that was written. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import type { Exporting } from '#orders/export-list.ts';
import { ExportLine } from '#orders/ui/export-line.tsx';
import { usePrivacy } from '#session/privacy-store.ts';

const account = '108C000001-01';
const written: Exporting = {
  state: { kind: 'done', rows: 2, file: `orders-${account}-2026-11-22.csv`, account },
  start: async () => {},
  stop: () => {},
  forget: () => {},
};

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  usePrivacy.setState({ isPrivate: false });
});

test('names the file, and leaves the account out in privacy mode', () => {
  render(<ExportLine exporting={written} />);
  expect(screen.getByRole('status').textContent).toContain(account);
  act(() => usePrivacy.setState({ isPrivate: true }));
  expect(screen.getByRole('status').textContent).not.toContain(account);
  expect(screen.getByRole('status').textContent).toContain('2026-11-22.csv');
});
