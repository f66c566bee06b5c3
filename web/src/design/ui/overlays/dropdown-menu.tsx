/** Draws menus with rows of 28; the icon left, the key right, a dangerous item in red. */
import { Check } from 'lucide-react';
import { DropdownMenu as MenuPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';
import { floating } from '#design/ui/overlays/floating.ts';

/**
 * The menu is not modal: a modal one hides the page from screen readers while its buttons still take the focus (axe:
 * aria-hidden-focus). The veil makes a press beside it close it and do nothing else.
 */
export function DropdownMenu(props: ComponentProps<typeof MenuPrimitive.Root>) {
  return <MenuPrimitive.Root modal={false} {...props} />;
}

export const DropdownMenuTrigger = MenuPrimitive.Trigger;
export const DropdownMenuGroup = MenuPrimitive.Group;
export const DropdownMenuRadioGroup = MenuPrimitive.RadioGroup;

const item =
  'flex min-h-7 select-none items-center gap-2 rounded-sm px-2 text-13 outline-none data-[disabled]:text-disabled data-[highlighted]:bg-surface-4 [&>svg]:size-3.5 [&>svg]:shrink-0 [&>kbd]:ml-auto max-md:min-h-11';

/**
 * The menu is no higher than the screen allows. A closing menu lies over what is tapped next: the `!` overrides
 * Radix's own style.
 */
const content =
  'max-h-(--radix-dropdown-menu-content-available-height) min-w-50 overflow-y-auto p-1 data-[state=closed]:pointer-events-none!';

export interface DropdownMenuContentProps extends ComponentProps<typeof MenuPrimitive.Content> {
  /** Catches a press beside the menu, which would otherwise reach a price or a button there. */
  readonly hasVeil?: boolean;
}

export function DropdownMenuContent({
  className,
  hasVeil = true,
  align = 'end',
  sideOffset = 6,
  onCloseAutoFocus,
  ...props
}: DropdownMenuContentProps) {
  return (
    <>
      {hasVeil && (
        <MenuPrimitive.Portal>
          <div aria-hidden data-slot="menu-veil" className="fixed inset-0 z-60" />
        </MenuPrimitive.Portal>
      )}
      <MenuPrimitive.Portal>
        <MenuPrimitive.Content
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            // The chosen item may have moved the focus; otherwise the trigger gets it back.
            if (document.activeElement !== document.body) event.preventDefault();
          }}
          data-slot="menu"
          align={align}
          sideOffset={sideOffset}
          collisionPadding={8}
          className={cn(floating, content, className)}
          {...props}
        />
      </MenuPrimitive.Portal>
    </>
  );
}

export function DropdownMenuItem({
  className,
  danger = false,
  ...props
}: ComponentProps<typeof MenuPrimitive.Item> & { readonly danger?: boolean }) {
  return <MenuPrimitive.Item className={cn(item, danger && 'text-danger', className)} {...props} />;
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof MenuPrimitive.RadioItem>) {
  return (
    <MenuPrimitive.RadioItem className={cn(item, className)} {...props}>
      {children}
      <MenuPrimitive.ItemIndicator className="ml-auto">
        <Check aria-hidden className="size-3.5 text-primary-text" />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.RadioItem>
  );
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof MenuPrimitive.CheckboxItem>) {
  return (
    <MenuPrimitive.CheckboxItem className={cn(item, className)} {...props}>
      {children}
      <MenuPrimitive.ItemIndicator className="ml-auto">
        <Check aria-hidden className="size-3.5 text-primary-text" />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.CheckboxItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof MenuPrimitive.Label>) {
  return <MenuPrimitive.Label className={cn('px-2 pt-1.5 pb-1 font-medium text-11 text-fg-3', className)} {...props} />;
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof MenuPrimitive.Separator>) {
  return <MenuPrimitive.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...props} />;
}
