// @vitest-environment jsdom
/** Tests the key that opens the ladder in a window: with the desk's contract, and told where the browser opens none. */
import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { withWindowsWords } from '#i18n/i18n.ts';
import { DeskLinks } from '#pages/trading/desk-links.tsx';
import { useShortcutPreference } from '#session/shortcuts.ts';
import { preparePages, renderPage } from '#test/page.tsx';

preparePages();
beforeEach(async () => {
  await withWindowsWords(async () => undefined);
  useShortcutPreference.setState({ keys: { ladderWindow: 'x' } });
});

test.each([
  ['opens it', window, 0],
  ['is told that none was opened', null, 1],
])('the key %s', async (_what, opened, told) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(opened);
  const said = vi.spyOn(toast, 'error').mockReturnValue('');
  said.mockClear();
  await renderPage(<DeskLinks code="ZCEZ26" />);
  fireEvent.keyDown(document.body, { code: 'KeyX', key: 'x' });
  expect(open.mock.lastCall?.[0]).toBe('/window/ladder/ZCEZ26');
  expect(said).toHaveBeenCalledTimes(told);
});
