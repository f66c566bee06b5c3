// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { earlyKeys, endEarlyKeys, watchEarlyKeys } from '#app/early-keys.ts';
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
  expect(earlyKeys()).toBe('ng');
  endEarlyKeys();
  expect(press('o')).toBe(true);
  expect(earlyKeys()).toBe('');
  useOpenDialog.getState().close();
  stop();
});
