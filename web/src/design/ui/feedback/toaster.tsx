/**
 * Shows toasts (docs/rules/screens.md#toasts-and-tooltips): bottom right, under the header on a phone, rich colours, 4
 * s, three in view, 356 wide, 14 apart, Alt+T unless another key is chosen.
 */
import { LIMITS } from '@mua/contract/limits';
import { CircleCheck, Info, LoaderCircle, OctagonX, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';
import { cn } from '#design/class-names.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import {
  TOAST_OFFSET,
  TOAST_OFFSET_FOOT,
  TOAST_OFFSET_PHONE,
  TOAST_WIDTH_PX,
  useToastFoot,
} from '#design/toast-place.ts';
import { useShortcut } from '#session/shortcuts.ts';

export { toast } from 'sonner';

export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  const isAtFoot = useToastFoot(({ hasFoot }) => hasFoot) && isNarrow;
  const narrowOffset = isAtFoot ? TOAST_OFFSET_FOOT : TOAST_OFFSET_PHONE;
  const place = useRef<HTMLDivElement>(null);
  // All are in sight while the focus is among them.
  const [isExpanded, setExpanded] = useState(false);
  useEffect(() => (place.current ? keepFocusFree(place.current, () => setExpanded(false)) : undefined), []);
  useShortcut('toasts', () => {
    const list = place.current?.querySelector<HTMLElement>('[data-sonner-toaster]');
    if (!list) return;
    setExpanded(true);
    list.focus();
  });
  useEffect(() => {
    window.addEventListener('pointerup', finishSwipe, true);
    return () => window.removeEventListener('pointerup', finishSwipe, true);
  }, []);
  return (
    <div ref={place} className="contents">
      <Sonner
        theme={theme}
        position={isAtFoot ? 'bottom-center' : isNarrow ? 'top-center' : 'bottom-right'}
        richColors
        duration={LIMITS.toast.durationMs}
        visibleToasts={isAtFoot ? 1 : LIMITS.toast.visible}
        gap={LIMITS.toast.gapPx}
        expand={isExpanded}
        // Its own key would act beside the one that is chosen.
        hotkey={NO_KEYS}
        offset={isNarrow ? narrowOffset : TOAST_OFFSET}
        mobileOffset={narrowOffset}
        customAriaLabel={t(($) => $.shell.state.notifications)}
        // A dialog disables the pointer for the whole page; toasts stay usable.
        className="pointer-events-auto font-sans"
        style={WIDTH}
        icons={ICONS}
        toastOptions={{
          closeButtonAriaLabel: t(($) => $.shell.action.close),
          classNames: {
            toast: cn('rounded-lg! shadow-float! gap-2.5! px-3.5! text-13! items-start!', isAtFoot ? 'py-1!' : 'py-3!'),
            title: 'font-medium! leading-5!',
            description: 'text-fg-2! text-12! leading-4!',
            icon: 'mt-0.5! size-4!',
            actionButton:
              'h-6! rounded-sm! border! border-border-strong! bg-transparent! px-2! text-12! text-foreground!',
          },
        }}
      />
    </div>
  );
}

/**
 * Esc, and the end of the toast that has the focus, send it back to where it was before. Sonner would do so whenever the
 * focus leaves, and Tab would never get past a toast (WCAG 2.1.2): while it hears of a focus, what has it says that it
 * can't be dismissed, which Sonner leaves alone. `onLeft` hears that the focus is elsewhere. Returns how to end it.
 */
function keepFocusFree(place: HTMLElement, onLeft: () => void): () => void {
  let before: HTMLElement | null = null;
  let isInside = false;
  const goBack = (): void => {
    onLeft();
    before?.focus({ preventScroll: true });
  };
  const hide = ({ target, relatedTarget }: FocusEvent): void => {
    const wasInside = isInside;
    isInside = target instanceof HTMLElement && place.contains(target);
    if (wasInside && !isInside) onLeft();
    if (!isInside || !(target instanceof HTMLElement)) return;
    if (relatedTarget instanceof HTMLElement && !place.contains(relatedTarget)) before = relatedTarget;
    const { dismissible } = target.dataset;
    target.dataset.dismissible = 'false';
    const show = (): void => {
      if (dismissible === undefined) delete target.dataset.dismissible;
      else target.dataset.dismissible = dismissible;
    };
    window.addEventListener('focusin', show, { once: true });
  };
  const leave = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape' && place.contains(document.activeElement)) goBack();
  };
  const removals = new MutationObserver(() => {
    if (isInside && document.activeElement === document.body) goBack();
  });
  window.addEventListener('focusin', hide, true);
  window.addEventListener('keydown', leave);
  removals.observe(place, { childList: true, subtree: true });
  return () => {
    window.removeEventListener('focusin', hide, true);
    window.removeEventListener('keydown', leave);
    removals.disconnect();
  };
}

/** Distance from which Sonner accepts a swipe, in its own constant. */
const SONNER_SWIPE_PX = 45;

/**
 * Dismisses a toast that was swiped as far as our limit says: Sonner asks for more, so it is told that the swipe went
 * so far.
 */
function finishSwipe({ target }: PointerEvent): void {
  const toast = target instanceof Element ? target.closest<HTMLElement>('[data-sonner-toast]') : null;
  if (!toast) return;
  for (const name of ['--swipe-amount-x', '--swipe-amount-y']) {
    const px = Number.parseFloat(toast.style.getPropertyValue(name));
    const isSwipe = Math.abs(px) >= LIMITS.toast.swipeThresholdPx && Math.abs(px) < SONNER_SWIPE_PX;
    if (isSwipe) toast.style.setProperty(name, `${Math.sign(px) * SONNER_SWIPE_PX}px`);
  }
}

const NO_KEYS: string[] = [];

const WIDTH = { '--width': `${TOAST_WIDTH_PX}px` } as React.CSSProperties;

const ICONS = {
  success: <CircleCheck aria-hidden className="size-4 text-success" />,
  error: <OctagonX aria-hidden className="size-4 text-danger" />,
  warning: <TriangleAlert aria-hidden className="size-4 text-warning" />,
  info: <Info aria-hidden className="size-4 text-primary-text" />,
  loading: <LoaderCircle aria-hidden className="size-4 animate-spinner text-fg-2" />,
};
