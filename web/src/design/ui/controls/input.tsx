/**
 * Draws inputs of 32 px (forms 40, phone and sign-in 44), outline 3:1, focus ring 1 + 1. The frame holds what stands
 * beside the text.
 */
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#design/class-names.ts';

export const controlVariants = cva(
  'flex min-w-0 items-center gap-1.5 rounded-md border border-input bg-surface text-foreground has-[:disabled]:border-border has-[:disabled]:bg-surface-2 has-[:disabled]:text-disabled has-[:focus-visible]:border-ring has-[:focus-visible]:shadow-[0_0_0_1px_var(--ring)]',
  {
    variants: {
      size: {
        md: 'h-8 px-2.5 text-13',
        lg: 'h-10 px-3 text-14',
        xl: 'h-11 px-3 text-16 md:text-14',
      },
      tone: {
        plain: '',
        warning: 'border-warning',
        error: 'border-danger',
      },
    },
    defaultVariants: { size: 'md', tone: 'plain' },
  },
);

export interface InputProps extends Omit<ComponentProps<'input'>, 'size'>, VariantProps<typeof controlVariants> {
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

export function Input({ className, size, tone, before, after, ...props }: InputProps) {
  const isInvalid = props['aria-invalid'] === true || props['aria-invalid'] === 'true';
  return (
    <span
      data-slot="input"
      className={cn(controlVariants({ size, tone: tone ?? (isInvalid ? 'error' : 'plain') }), className)}
    >
      {before}
      <input
        className="h-full w-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-fg-3 disabled:placeholder:text-disabled"
        {...props}
      />
      {after}
    </span>
  );
}
