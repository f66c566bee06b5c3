// @vitest-environment jsdom
/**
 * Tests the keys that open panels in windows: with the desk's contract, and told where the browser opens none; and the
 * contract of other windows that waits while something is written here.
 */
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { WINDOW_PANELS } from '#desk/window-panel.ts';
import { withWindowsWords } from '#i18n/i18n.ts';
import { DeskLinks } from '#pages/trading/desk-links.tsx';
import { LinkMenu } from '#pages/trading/link-menu.tsx';
import { useShortcutPreference } from '#session/shortcuts.ts';
import { preparePages, renderPage, renderPart } from '#test/page.tsx';

preparePages();
beforeEach(async () => {
  await withWindowsWords(async () => undefined);
  useShortcutPreference.setState({
    keys: { chartWindow: 'c', ladderWindow: 'x', bookWindow: 'o', boardWindow: 'a', listsWindow: 'l' },
  });
});

const hit = (key: string) => fireEvent.keyDown(document.body, { code: `Key${key.toUpperCase()}`, key });

test.each([
  ['opens it', window, 0],
  ['is told that none was opened', null, 1],
])('the key %s', async (_what, opened, told) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(opened);
  const said = vi.spyOn(toast, 'error').mockReturnValue('');
  said.mockClear();
  await renderPage(<DeskLinks code="ZCEZ26" />);
  hit('x');
  expect(open.mock.lastCall?.[0]).toBe('/window/ladder/ZCEZ26');
  expect(said).toHaveBeenCalledTimes(told);
});

test('every panel that has a window has a key for it', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(window);
  open.mockClear();
  useShortcutPreference.setState(({ keys }) => ({ keys: { ...keys, centreLadder: '' } }));
  await renderPage(<DeskLinks code="ZCEZ26" />);
  for (const key of ['c', 'x', 'o', 'a', 'l']) hit(key);
  expect(open.mock.calls.map(([address]) => address)).toEqual(WINDOW_PANELS.map((panel) => `/window/${panel}/ZCEZ26`));
});

test('a contract that waits is named, and gone to by one press', async () => {
  const follow = vi.fn();
  const { user, rerender } = renderPart(<LinkMenu linked={{ waitingCode: null, follow }} />);
  expect(screen.queryByTestId('follow-link')).toBeNull();
  act(() => rerender(<LinkMenu linked={{ waitingCode: 'KCEH27', follow }} />));
  const button = screen.getByRole('button', { name: 'Sang KCEH27' });
  expect(button.title).toContain('phần đang gõ sẽ mất');
  await user.click(button);
  expect(follow).toHaveBeenCalledTimes(1);
});
