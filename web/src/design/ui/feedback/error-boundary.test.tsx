// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
// React logs every caught error to the console; here they are expected.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let isBroken = true;
function Panel() {
  if (isBroken) throw new Error('no figures');
  return <p>figures</p>;
}

test('one broken panel leaves its neighbour working, and recovers on retry', async () => {
  isBroken = true;
  const onError = vi.fn();
  render(
    <>
      <ErrorBoundary panel="vị thế" onError={onError}>
        <Panel />
      </ErrorBoundary>
      <p>neighbour</p>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Chưa tải được vị thế');
  expect(screen.getByText('neighbour')).toBeTruthy();
  expect(onError).toHaveBeenCalledOnce();
  isBroken = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(screen.getByText('figures')).toBeTruthy();
});

test('another contract gets a fresh start', () => {
  isBroken = true;
  const tree = (code: string) => (
    <ErrorBoundary resetKey={code}>
      <Panel />
    </ErrorBoundary>
  );
  const { rerender } = render(tree('ZCEZ26'));
  isBroken = false;
  rerender(tree('ZCEZ26'));
  expect(screen.queryByText('figures')).toBeNull();
  rerender(tree('KCEH27'));
  expect(screen.getByText('figures')).toBeTruthy();
});
