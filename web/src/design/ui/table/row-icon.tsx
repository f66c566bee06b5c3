/** Draws a button of one icon in a row, smaller than elsewhere; its name is its tooltip. */

import { cn } from '#design/class-names.ts';
import type { ButtonProps } from '#design/ui/controls/button.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';

export function RowIcon({ className, ...props }: Omit<ButtonProps, 'size' | 'variant'> & { label: string }) {
  return <IconButton size="icon-sm" side="top" className={cn('size-6 max-md:size-11', className)} {...props} />;
}
