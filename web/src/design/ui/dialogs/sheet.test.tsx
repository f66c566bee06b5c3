// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';

afterEach(cleanup);

/** Slower than a throw. */
const LATER_MS = 1_000;

/** A drag by a finger is followed by no click. */
function dragged(wayPx: number, end: 'pointerUp' | 'pointerCancel') {
  HTMLElement.prototype.setPointerCapture = () => undefined;
  const onOpenChange = vi.fn();
  render(
    <Sheet open onOpenChange={onOpenChange}>
      <SheetContent>
        <SheetTitle>Sheet</SheetTitle>
        <SheetDescription>Sheet</SheetDescription>
      </SheetContent>
    </Sheet>,
  );
  const sheet = screen.getByRole('dialog');
  const bar = sheet.querySelector('[data-slot="grab-bar"]') as HTMLElement;
  const at = (kind: 'pointerDown' | 'pointerMove' | typeof end, clientY: number, timeMs: number) => {
    const event = createEvent[kind](bar, { clientY });
    Object.defineProperty(event, 'timeStamp', { value: timeMs });
    fireEvent(bar, event);
  };
  at('pointerDown', 100, 1);
  at('pointerMove', 100 + wayPx, LATER_MS);
  at(end, 100 + wayPx, LATER_MS);
  return { onOpenChange, translate: sheet.style.translate };
}

test('closes when released far down', () =>
  expect(dragged(360, 'pointerUp').onOpenChange).toHaveBeenCalledExactlyOnceWith(false));

test.each([
  [40, 'pointerUp'],
  [360, 'pointerCancel'],
] as const)('%d px and %s springs back', (wayPx, end) => {
  const { onOpenChange, translate } = dragged(wayPx, end);
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(translate).toBe('');
});
