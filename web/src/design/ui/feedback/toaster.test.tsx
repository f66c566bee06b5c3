// @vitest-environment jsdom
/** Checks that Alt+T moves the focus to the toasts and Esc returns it, and that Tab gets past them. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Toaster, toast } from '#design/ui/feedback/toaster.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  await startI18n();
});
afterEach(cleanup);

test('returns the focus to where it was on the page', async () => {
  render(
    <>
      <button type="button">ở đây</button>
      <Toaster theme="dark" />
    </>,
  );
  toast('Đã khớp');
  const list = (await screen.findByText('Đã khớp')).closest('ol');
  screen.getByRole('button', { name: 'ở đây' }).focus();
  fireEvent.keyDown(document.body, { code: 'KeyT', altKey: true });
  expect(document.activeElement).toBe(list);
  fireEvent.keyDown(list ?? document.body, { code: 'Escape', key: 'Escape' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'ở đây' }));
});

test('whoever goes on is not brought back; when the toast with the focus ends, they are', async () => {
  render(
    <>
      <button type="button">trước</button>
      <button type="button">sau</button>
      <Toaster theme="dark" />
    </>,
  );
  const id = toast('Đã khớp bán');
  const item = (await screen.findByText('Đã khớp bán')).closest('li');
  const before = screen.getByRole('button', { name: 'trước' });
  before.focus();
  item?.focus();
  const dismissible = item?.dataset.dismissible;
  const back = vi.spyOn(before, 'focus');
  screen.getByRole('button', { name: 'sau' }).focus();
  expect(back).not.toHaveBeenCalled();
  expect(dismissible).toBe('true');

  before.focus();
  back.mockClear();
  item?.focus();
  toast.dismiss(id);
  await vi.waitUntil(() => document.activeElement === before);
  expect(back).toHaveBeenCalledOnce();
});
