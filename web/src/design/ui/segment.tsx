/** A choice of a few that stays in view: 26 in a 30 frame, 44 on a phone. One is always chosen. */
import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#design/class-names.ts';

export interface SegmentOption<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly disabled?: boolean;
}

export interface SegmentProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly onValueChange: (value: V) => void;
  readonly options: readonly SegmentOption<V>[];
  readonly className?: string | undefined;
  /** Fills the width in equal columns, as on the ticket. */
  readonly columns?: number;
}

export function Segment<V extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
  columns,
}: SegmentProps<V>) {
  return (
    <ToggleGroup.Root
      type="single"
      data-slot="segment"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
      className={cn(
        'gap-0.5 rounded-md border border-border bg-surface-2 p-px',
        columns === undefined ? 'inline-flex' : 'grid',
        className,
      )}
      style={columns === undefined ? undefined : { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className="grid h-6.5 place-items-center whitespace-nowrap rounded-sm px-2.5 font-medium text-12 text-fg-2 hover:text-foreground disabled:text-disabled data-[state=on]:bg-surface-4 data-[state=on]:text-foreground max-md:h-11 max-md:min-w-11"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
