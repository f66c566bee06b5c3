// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { takeEarlyKeys, watchEarlyKeys } from '#app/early-keys.ts';
import { useOpenDialog } from '#session/open-dialog.ts';

const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));

test('letters typed before the palette stands are its own, and nobody else’s', () => {
  const stop = watchEarlyKeys();
  press('x');
  useOpenDialog.getState().open('palette');
  const isFree = press('n');
  press('q');
  press('Backspace');
  press('g');
  expect(isFree).toBe(false);
  // The button of the page that has the focus may be one that sends an order.
  expect(press('Enter')).toBe(false);
  expect(takeEarlyKeys()).toBe('ng');
  expect(press('o')).toBe(true);
  expect(takeEarlyKeys()).toBe('');
  useOpenDialog.getState().close();
  stop();
});
