// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { takeEarlyKeys, watchEarlyKeys } from '#app/early-keys.ts';
import { useOpenDialog } from '#session/open-dialog.ts';

const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));

test('letters typed before the palette is open go to the palette and nowhere else', () => {
  const stop = watchEarlyKeys();
  press('x');
  useOpenDialog.getState().open('palette');
  const isFree = press('n');
  press('q');
  press('Backspace');
  press('g');
  expect(isFree).toBe(false);
  // The focused button of the page may be one that sends an order.
  expect(press('Enter')).toBe(false);
  expect(takeEarlyKeys()).toBe('ng');
  expect(press('o')).toBe(true);
  expect(takeEarlyKeys()).toBe('');
  useOpenDialog.getState().close();
  stop();
});
