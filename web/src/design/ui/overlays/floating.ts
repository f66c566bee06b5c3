/** Defines the look of everything that floats: menus, popovers, lists. */
export const floating =
  'z-60 overflow-hidden rounded-lg border border-border-strong bg-popover text-popover-foreground shadow-float outline-none duration-(--normal) ease-out data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 data-[state=closed]:zoom-out-98 data-[state=open]:zoom-in-98';
