/** 36 high with a 2 px underline; the count is of the same set as the rows below it. */
import { Tabs as TabsPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';

export const Tabs = TabsPrimitive.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      data-slot="tabs-list"
      className={cn('flex h-9 items-stretch gap-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none]', className)}
      {...props}
    />
  );
}

export interface TabProps extends ComponentProps<typeof TabsPrimitive.Trigger> {
  readonly count?: number | undefined;
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
      {...props}
    >
      {children}
      {count !== undefined && <Count value={count} />}
    </TabsPrimitive.Trigger>
  );
}

export const TabContent = TabsPrimitive.Content;

export function Count({ value, className }: { value: number; className?: string | undefined }) {
  return (
    <span
      className={cn(
        'min-w-7 rounded-full bg-surface-3 px-1.5 text-center font-medium text-11 text-fg-2 leading-4',
        className,
      )}
    >
      {value}
    </span>
  );
}
