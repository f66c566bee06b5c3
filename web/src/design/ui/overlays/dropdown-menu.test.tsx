// @vitest-environment jsdom
/** Checks the focus after a menu: where the chosen item put it, else at the menu's trigger. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';

afterEach(cleanup);

function setUp(onClosed: () => void) {
  render(
    <>
      <input />
      <DropdownMenu>
        <DropdownMenuTrigger>menu</DropdownMenuTrigger>
        <DropdownMenuContent onCloseAutoFocus={onClosed}>
          <DropdownMenuItem>item</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </>,
  );
  screen.getByRole('button').focus();
  return userEvent.setup({ delay: null });
}

test('stays where it was moved before the menu had closed', async () => {
  const onClosed = vi.fn(() => screen.getByRole('textbox').focus());
  const user = setUp(onClosed);
  await user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test.each(['{Enter}', '{Escape}'])('returns to the trigger otherwise, after %s', async (key) => {
  const onClosed = vi.fn();
  const user = setUp(onClosed);
  await user.keyboard(`{Enter}${key}`);
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(document.activeElement).toBe(screen.getByRole('button'));
});
