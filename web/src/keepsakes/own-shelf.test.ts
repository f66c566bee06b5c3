// @vitest-environment jsdom
/** Checks what stays in a browser after somebody has signed out. */
import { beforeEach, expect, test } from 'vitest';
import { deviceName, forgetStrangers, shelfOf } from '#keepsakes/own-shelf.ts';

beforeEach(() => localStorage.clear());

test('what the server has goes with its investor; what waits stays, and is theirs alone', () => {
  const shelf = shelfOf('an');
  shelf.set('kept drawing ZCE a', 'k');
  shelf.set('waiting drawing ZCE b', 'w');
  shelf.set('place', '7');
  localStorage.setItem('of an order-templates', 't');
  localStorage.setItem('theme', 'dark');
  expect(shelf.names().toSorted()).toEqual(['kept drawing ZCE a', 'place', 'waiting drawing ZCE b']);
  forgetStrangers();
  expect(shelf.names()).toEqual(['waiting drawing ZCE b']);
  expect(shelfOf('binh').names()).toEqual([]);
  expect(localStorage.getItem('of an order-templates')).toBeNull();
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('a browser has one name', () => {
  expect(deviceName()).toMatch(/^[a-z0-9]{12}$/);
  expect(deviceName()).toBe(deviceName());
});
