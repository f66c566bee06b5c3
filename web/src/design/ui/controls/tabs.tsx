/**
 * Draws tabs of 36 px, 44 on a phone, with a 2 px underline; the count covers the same rows as the list below it, and
 * says what it counts.
 */
import { Tabs as TabsPrimitive } from 'radix-ui';
import { Activity, type ComponentProps, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '#design/class-names.ts';
import { useFormat } from '#i18n/use-format.ts';

export const Tabs = TabsPrimitive.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      data-slot="tabs-list"
      className={cn(
        'flex h-9 items-stretch gap-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none] max-md:h-11',
        className,
      )}
      {...props}
    />
  );
}

export interface TabProps extends ComponentProps<typeof TabsPrimitive.Trigger> {
  /** A bare number where the tab's own name says what is counted. */
  readonly count?: number | TabCount | undefined;
}

export interface TabCount {
  readonly value: number;
  /** Label such as `2 lệnh chờ khớp`: the tooltip, and what a screen reader reads instead of the bare number. */
  readonly label: string;
}

export function Tab({ className, count, children, ...props }: TabProps) {
  return (
    <TabsPrimitive.Trigger
      data-slot="tab"
      className={cn(
        'relative flex items-center gap-1.5 whitespace-nowrap px-2 font-medium text-13 text-fg-2 outline-offset-[-3px] hover:text-foreground data-[state=active]:text-foreground',
        'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-[1px] after:bg-transparent data-[state=active]:after:bg-primary-text',
        className,
      )}
      onMouseDown={focusQuietly}
      {...props}
    >
      {children}
      {count !== undefined && <Count count={count} />}
    </TabsPrimitive.Trigger>
  );
}

/** The primitive focuses by a call, which would draw the keyboard's focus ring on a mouse press. */
function focusQuietly({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.focus({ focusVisible: false });
}

export const TabContent = TabsPrimitive.Content;

export interface KeptTabContentProps extends ComponentProps<typeof TabsPrimitive.Content> {
  /** Result of `useAwakeTab`. */
  readonly isAwake: boolean;
}

/**
 * Keeps the content of tabs that are changed back and forth all day. A hidden tab is built when there is time and then
 * sleeps: it gets no updates, keeps what was typed and scrolled in it, and is there at once.
 */
export function KeptTabContent({ isAwake, className, children, ...props }: KeptTabContentProps) {
  const panel = useRef<HTMLDivElement>(null);
  // Focus inside a tab that is now hidden would be lost to the page.
  useLayoutEffect(() => {
    if (isAwake || !panel.current?.contains(document.activeElement)) return;
    panel.current.parentElement?.querySelector<HTMLElement>('[role="tab"][data-state="active"]')?.focus();
  }, [isAwake]);
  return (
    <TabsPrimitive.Content ref={panel} forceMount className={cn(className, !isAwake && 'hidden')} {...props}>
      <Activity mode={isAwake ? 'visible' : 'hidden'}>{children}</Activity>
    </TabsPrimitive.Content>
  );
}

/**
 * Returns the tab whose content is awake: the selected one, as soon as the tab list itself has been painted. That way a
 * full table's waking and layout are not one long task with the press. No transition is used: under a full market it
 * would wait for seconds.
 */
export function useAwakeTab<T extends string>(shown: T): T {
  const [awake, setAwake] = useState(shown);
  useEffect(() => {
    const soon = setTimeout(() => setAwake(shown));
    return () => clearTimeout(soon);
  }, [shown]);
  return awake;
}

function Count({ count }: { count: number | TabCount }) {
  const format = useFormat();
  const { value, label } = typeof count === 'number' ? { value: count, label: undefined } : count;
  return (
    <>
      <span
        title={label}
        // A title is read aloud too, so the label alone speaks.
        aria-hidden={label !== undefined}
        className="min-w-7 rounded-full bg-surface-3 px-1.5 text-center font-medium text-11 text-fg-2 leading-4"
      >
        {format.volume(value)}
      </span>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </>
  );
}
