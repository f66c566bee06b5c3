// @vitest-environment jsdom
/** Checks the name of a cell, and that it gets the focus back however its question ended. */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { type CellEdit, CellField, EditableCell } from '#design/ui/table/editable-cell.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { setClock } from '#session/clock.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
afterEach(cleanup);

/** Gives the server's answer when the test says so. */
let answer: (refused: string | null) => void = () => {};
beforeEach(() => {
  answer = () => {};
});

/** No price lies between 4 and 5. */
const EDIT: CellEdit = {
  name: 'Giá lệnh',
  text: '4',
  step: (text) => text,
  read: (text) => {
    if (text === '4') return { kind: 'same' };
    if (text.includes('.')) return { kind: 'fault', message: 'Sai bước giá', nearest: ['4', '5'] };
    const sent = new Promise<string | null>((resolve) => {
      answer = resolve;
    });
    return { kind: 'change', before: '4', after: text, effects: [], send: () => sent };
  },
};

const page = (price: string, edit: CellEdit | null = EDIT) => (
  <section tabIndex={-1} data-testid="panel">
    <EditableCell name="Giá lệnh" testId="cell" field={edit && ((place) => <CellField edit={edit} {...place} />)}>
      {price}
    </EditableCell>
  </section>
);

async function setUp(typed: string) {
  const user = userEvent.setup({ delay: null });
  const view = render(page('4'));
  screen.getByTestId('cell').focus();
  await user.keyboard(`{F2}${typed}{Enter}`);
  return { user, ...view };
}

const focused = () => document.activeElement;
const cell = () => screen.getByTestId('cell');

test('is named by the figure, then by what it is', () => {
  render(page("413'0"));
  expect(screen.getByRole('button', { name: "413'0 Giá lệnh" })).toBe(cell());
});

test('gets the focus back after a nearest price is taken and sent', async () => {
  const { user } = await setUp('4.1');
  await user.click(screen.getByRole('button', { name: 'Dùng giá 5' }));
  expect(focused()).toBe(screen.getByTestId('confirm-cell'));
  const putClockBack = setClock(() => Date.now() + ARMING_PAUSE_MS);
  await user.keyboard('{Enter}');
  putClockBack();
  await act(async () => answer(null));
  await waitFor(() => expect(focused()).toBe(cell()));
});

test('sends nothing for a nearest price that is there already, and gets the focus back', async () => {
  const { user } = await setUp('4.1');
  await user.click(screen.getByRole('button', { name: 'Dùng giá 4' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(focused()).toBe(cell());
});

test('keeps the focus when the order goes into modification before the answer, and can be edited again after', async () => {
  const { user, rerender } = await setUp('5');
  await user.keyboard('{Enter}');
  rerender(page('4', null));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(focused()).toBe(cell());
  expect(cell().getAttribute('aria-disabled')).toBe('true');
  await act(async () => answer(null));
  await user.keyboard('{F2}');
  expect(screen.queryByRole('textbox')).toBeNull();
  rerender(page('5'));
  expect(focused()).toBe(cell());
  await user.keyboard('{F2}');
  expect(screen.getByTestId('cell-field')).toBe(focused());
});

test('becomes a plain figure again when left while it can’t be changed', async () => {
  const { user, rerender } = await setUp('5');
  await user.keyboard('{Enter}');
  rerender(page('4', null));
  await user.click(document.body);
  expect(screen.queryByTestId('cell')).toBeNull();
  expect(screen.getByText('4')).toBeTruthy();
});

test('passes the focus to the panel when its row disappears with the question', async () => {
  const { user, rerender } = await setUp('5');
  await user.keyboard('{Enter}');
  rerender(<section tabIndex={-1} data-testid="panel" />);
  await waitFor(() => expect(focused()).toBe(screen.getByTestId('panel')));
});
