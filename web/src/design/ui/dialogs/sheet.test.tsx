// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';

/** No click follows a finger's drag. */
async function dragged(wayPx: number, end: 'pointerUp' | 'pointerCancel') {
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
  // Slower than a throw.
  await new Promise((resolve) => setTimeout(resolve, 120));
  fireEvent.pointerMove(bar, { clientY: 100 + wayPx });
  fireEvent[end](bar, { clientY: 100 + wayPx });
  return { onOpenChange, translate: sheet.style.translate };
}

test('letting go far down closes it', async () =>
  expect((await dragged(360, 'pointerUp')).onOpenChange).toHaveBeenCalledExactlyOnceWith(false));

test.each([
  [40, 'pointerUp'],
  [360, 'pointerCancel'],
] as const)('%d px and %s springs back', async (wayPx, end) => {
  const { onOpenChange, translate } = await dragged(wayPx, end);
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(translate).toBe('');
});
