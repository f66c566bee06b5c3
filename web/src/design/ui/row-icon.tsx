/** A button of one icon in a row: its name is the browser's own tooltip, because rows come and go by the hundred. */
import { cn } from '#design/class-names.ts';
import { Button, type ButtonProps } from '#design/ui/button.tsx';

export function RowIcon({ label, className, ...props }: Omit<ButtonProps, 'size' | 'variant'> & { label: string }) {
  return (
    <Button
      aria-label={label}
      title={label}
      size="icon-sm"
      variant="ghost"
      className={cn('size-6 max-md:size-11', className)}
      {...props}
    />
  );
}
