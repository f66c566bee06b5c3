// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';

/** No click follows a finger's drag. */
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
  fireEvent.pointerDown(bar, { clientY: 100 });
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1e9);
  fireEvent.pointerMove(bar, { clientY: 100 + wayPx });
  fireEvent[end](bar, { clientY: 100 + wayPx });
  vi.restoreAllMocks();
  return { onOpenChange, translate: sheet.style.translate };
}

test('letting go far down closes it', () =>
  expect(dragged(360, 'pointerUp').onOpenChange).toHaveBeenCalledExactlyOnceWith(false));

test.each([
  [40, 'pointerUp'],
  [360, 'pointerCancel'],
] as const)('%d px and %s springs back', (wayPx, end) => {
  const { onOpenChange, translate } = dragged(wayPx, end);
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(translate).toBe('');
});
