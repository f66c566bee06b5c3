// @vitest-environment jsdom
/**
 * Checks the keyboard focus after a dialog: the opener, the trigger of the menu it was in, or the panel its row was in.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Dialog, DialogContent, DialogTitle, DialogTrigger } from '#design/ui/dialogs/dialog.tsx';
import { QuestionDialog } from '#design/ui/dialogs/question-dialog.tsx';
import { Sheet, SheetContent, SheetTitle } from '#design/ui/dialogs/sheet.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
afterEach(cleanup);

/** Each row opens the question by a button and by its menu, and disappears once answered. */
function Rows() {
  const [rows, setRows] = useState(['a', 'b']);
  return (
    <TooltipProvider>
      <main tabIndex={-1}>
        <section tabIndex={-1} data-testid="panel">
          {rows.map((row) => (
            <AskedRow key={row} row={row} onGone={() => setRows((all) => all.filter((other) => other !== row))} />
          ))}
        </section>
      </main>
    </TooltipProvider>
  );
}

function AskedRow({ row, onGone }: { row: string; onGone: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div>
      <button type="button" onClick={() => setAsked(true)}>
        đóng {row}
      </button>
      <DropdownMenu>
        <DropdownMenuTrigger>thêm {row}</DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setAsked(true)}>đảo {row}</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isAsked && (
        <QuestionDialog
          title={`Đóng ${row}?`}
          body="Theo giá thị trường."
          account={{ name: '108C000001-01', isDemo: true }}
          confirm={{ label: 'Xác nhận', busyLabel: 'Đang gửi', variant: 'sell', testId: 'confirm', isBusy: false }}
          onConfirm={onGone}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}

/** Opened by a key: nothing on the page asked for it. */
function Keyed({ isOpen }: { isOpen: boolean }) {
  return (
    <main tabIndex={-1}>
      <Sheet open={isOpen}>
        <SheetContent aria-describedby={undefined}>
          <SheetTitle>Lệnh</SheetTitle>
          <button type="button">gửi</button>
        </SheetContent>
      </Sheet>
    </main>
  );
}

/** The answer puts the focus in a field, as repeating an order does in the ticket. */
function Filled() {
  const [isAsked, setAsked] = useState(false);
  const fill = () => {
    setAsked(false);
    setTimeout(() => screen.getByRole('textbox').focus());
  };
  return (
    <main tabIndex={-1}>
      <input />
      <button type="button" onClick={() => setAsked(true)}>
        mở
      </button>
      {isAsked && (
        <Sheet open>
          <SheetContent aria-describedby={undefined}>
            <SheetTitle>Lệnh</SheetTitle>
            <button type="button" onClick={fill}>
              đặt lại
            </button>
          </SheetContent>
        </Sheet>
      )}
    </main>
  );
}

function setUp(page = <Rows />) {
  render(page);
  return userEvent.setup({ delay: null });
}

const button = (name: string) => screen.getByRole('button', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

test('returns to the opener', async () => {
  const user = setUp();
  await user.click(button('đóng b'));
  await user.keyboard('{Escape}');
  await focused(button('đóng b'));
});

test('returns to the menu’s trigger when the menu is gone by then', async () => {
  const user = setUp();
  button('thêm a').focus();
  await user.keyboard('{Enter}{Enter}');
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  await user.keyboard('{Escape}');
  await focused(button('thêm a'));
});

test('stays where it was moved while the dialog closed', async () => {
  render(
    <TooltipProvider>
      <input />
      <Dialog onOpenChange={(isOpen) => !isOpen && screen.getByRole('textbox', { hidden: true }).focus()}>
        <DialogTrigger>mở</DialogTrigger>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Lệnh</DialogTitle>
        </DialogContent>
      </Dialog>
    </TooltipProvider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(button('mở'));
  await user.keyboard('{Escape}');
  await closed();
  await focused(screen.getByRole('textbox'));
});

test('returns to the nearest remaining panel when the row went with the answer', async () => {
  const user = setUp();
  await user.click(button('đóng a'));
  await user.click(screen.getByTestId('confirm'));
  await focused(screen.getByTestId('panel'));
  expect(screen.queryByText('đóng a')).toBeNull();
});

test('stays with the page after a sheet without a trigger that a key opened', async () => {
  const { rerender } = render(<Keyed isOpen />);
  await focused(button('gửi'));
  rerender(<Keyed isOpen={false} />);
  await focused(screen.getByRole('main'));
});

test('returns to the trigger of a dialog that has one, wherever it was', async () => {
  const user = setUp(
    <TooltipProvider>
      <Dialog>
        {/* Simulates a machine where a press does not focus the button. */}
        <DialogTrigger onMouseDown={(event) => event.preventDefault()}>mở</DialogTrigger>
        <button type="button">khác</button>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Cài đặt</DialogTitle>
          <input />
        </DialogContent>
      </Dialog>
    </TooltipProvider>,
  );
  button('khác').focus();
  await user.click(button('mở'));
  await user.keyboard('{Escape}');
  await focused(button('mở'));
});

test('stays where it was put elsewhere while the dialog closed', async () => {
  const user = setUp(<Filled />);
  await user.click(button('mở'));
  await user.click(button('đặt lại'));
  await focused(screen.getByRole('textbox'));
  await closed();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

/** Loaded after the menu that asked for it has closed. */
function OverSheet({ isAsked }: { isAsked: boolean }) {
  return (
    <TooltipProvider>
      <main tabIndex={-1}>
        <Sheet open>
          <SheetContent aria-describedby={undefined} data-testid="below">
            <SheetTitle>Lệnh</SheetTitle>
            <Dialog open={isAsked}>
              <DialogContent aria-describedby={undefined}>
                <DialogTitle>Cặp</DialogTitle>
              </DialogContent>
            </Dialog>
          </SheetContent>
        </Sheet>
      </main>
    </TooltipProvider>
  );
}

test('a dialog over a sheet leaves the focus in the sheet, also without an opener', async () => {
  const { rerender } = render(<OverSheet isAsked={false} />);
  const below = await screen.findByTestId('below');
  await waitFor(() => expect(below.contains(document.activeElement)).toBe(true));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  rerender(<OverSheet isAsked={true} />);
  await screen.findByText('Cặp');
  rerender(<OverSheet isAsked={false} />);
  await waitFor(() => expect(document.activeElement).toBe(below));
});
