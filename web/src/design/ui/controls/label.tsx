import { Label as LabelPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';

export function Label({ className, htmlFor, ...props }: ComponentProps<typeof LabelPrimitive.Root>) {
  return (
    <LabelPrimitive.Root
      data-slot="label"
      id={htmlFor === undefined ? undefined : labelIdOf(htmlFor)}
      htmlFor={htmlFor}
      className={cn('text-12 text-fg-2', className)}
      {...props}
    />
  );
}

/** The id of a control's label, for other parts that belong to the control: its stepping buttons. */
export function labelIdOf(controlId: string): string {
  return `${controlId}-label`;
}
