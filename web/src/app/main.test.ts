// @vitest-environment jsdom
/** Checks that a failed start is reported in the console, and on the page as far as one exists. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const log = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, 'error').mockImplementation(log);
  log.mockReset();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('reports a missing root element', async () => {
  document.body.innerHTML = '';
  await import('#app/main.tsx');
  expect(log.mock.calls).toEqual([['App root element not found.']]);
});

test('reports every fault of an invalid configuration as plain text', async () => {
  vi.stubEnv('VITE_APP_NAME', '');
  vi.stubEnv('VITE_API_BASE_URL', '<b>api</b>');
  document.body.innerHTML = '<div id="root"><img alt=""></div>';
  await import('#app/main.tsx');
  const said = 'VITE_APP_NAME is required\nVITE_API_BASE_URL is not a URL: <b>api</b>';
  expect(document.getElementById('root')?.textContent).toBe(said);
  expect(document.querySelector('img, b')).toBeNull();
  expect(log.mock.calls).toEqual([[said]]);
});
