// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Dialog, DialogContent, DialogTitle, DialogTrigger } from '#design/ui/dialogs/dialog.tsx';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
afterEach(cleanup);

/** Nothing in it takes the focus but its cross. */
function show() {
  render(
    <TooltipProvider>
      <Dialog>
        <DialogTrigger>mở</DialogTrigger>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Ghi chú</DialogTitle>
        </DialogContent>
      </Dialog>
    </TooltipProvider>,
  );
  return userEvent.setup();
}

test.each(['{Enter}', 'pointer'])(
  'focus that a dialog gives opens no tooltip, and Escape closes the dialog: %s',
  async (way) => {
    const user = show();
    await user.tab();
    if (way === 'pointer') await user.click(screen.getByText('mở'));
    else await user.keyboard(way);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Đóng' }));
    expect(screen.queryByRole('tooltip')).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    // At once: nothing waits for it to fade away.
    expect(document.activeElement).toBe(screen.getByText('mở'));
  },
);

test('who comes to it by the keyboard reads its name', async () => {
  render(
    <TooltipProvider>
      <IconButton label="Tải lại">↻</IconButton>
    </TooltipProvider>,
  );
  await userEvent.setup().tab();
  expect(screen.getByRole('tooltip').textContent).toBe('Tải lại');
});
