/** Draws a button of one icon: it always has a name, which is also its tooltip. */
import type { ComponentProps } from 'react';
import { Button, type ButtonProps } from '#design/ui/controls/button.tsx';
import { Tooltip } from '#design/ui/overlays/tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'size' | 'aria-label' | 'busyLabel'> {
  readonly label: string;
  readonly size?: 'icon' | 'icon-sm';
  readonly side?: ComponentProps<typeof Tooltip>['side'];
}

export function IconButton({ label, size = 'icon', variant = 'ghost', side = 'bottom', ...props }: IconButtonProps) {
  return (
    <Tooltip content={label} side={side}>
      <Button aria-label={label} size={size} variant={variant} {...props} />
    </Tooltip>
  );
}
