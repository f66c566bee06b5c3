/**
 * Draws buttons of 24, 32 or 40 px, send 44 (52 on a phone). A busy one keeps its width: both labels share one grid
 * cell. No two classes of `buttonVariants` set the same property, so that a link may use them as they are.
 */
import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#design/class-names.ts';

export const buttonVariants = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap border transition-colors duration-(--fast) disabled:border-transparent disabled:text-disabled [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover disabled:bg-surface-3',
        outline:
          'border-border-strong text-foreground hover:bg-surface-3 disabled:bg-surface-3 data-[state=open]:bg-surface-3',
        ghost:
          'border-transparent text-fg-2 hover:bg-surface-3 hover:text-foreground disabled:bg-surface-3 data-[state=open]:bg-surface-3',
        buy: 'border-transparent bg-buy text-on-side hover:bg-buy-hover disabled:bg-surface-3',
        sell: 'border-transparent bg-sell text-on-side hover:bg-sell-hover disabled:bg-surface-3',
        /** Ends or removes something: outlined, because filled red is only for selling. */
        danger: 'border-danger text-danger hover:bg-danger-soft disabled:bg-surface-3',
        link: 'border-transparent text-primary-text hover:underline',
      },
      size: {
        sm: 'h-6 rounded-sm px-2 font-medium text-12 [&_svg]:size-3.5',
        md: 'h-8 rounded-md px-3 font-medium text-13 [&_svg]:size-3.5',
        lg: 'h-10 rounded-md px-4 font-medium text-14 [&_svg]:size-4',
        send: 'h-13 rounded-md px-4 font-semibold text-14 md:h-11 [&_svg]:size-4',
        icon: 'size-8 rounded-md font-medium [&_svg]:size-4',
        'icon-sm': 'size-7 rounded-md font-medium [&_svg]:size-4',
        text: 'h-auto rounded-sm p-0 font-medium text-13',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  readonly asChild?: boolean;
  readonly busy?: boolean;
  /** The verb in progress ("Đang gửi…"), shown while busy. */
  readonly busyLabel?: ReactNode;
  /** True in the second step of sending: the next press sends. */
  readonly armed?: boolean;
}

const ARMED = {
  buy: 'data-[armed=true]:ring-buy-text',
  sell: 'data-[armed=true]:ring-sell-text',
  other: 'data-[armed=true]:ring-ring',
};

export function Button({
  className,
  variant,
  size,
  asChild = false,
  busy = false,
  busyLabel,
  armed = false,
  type = 'button',
  disabled,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(
    buttonVariants({ variant, size }),
    'data-[armed=true]:ring-2 data-[armed=true]:ring-offset-2 data-[armed=true]:ring-offset-surface',
    ARMED[variant === 'buy' || variant === 'sell' ? variant : 'other'],
    busy && 'pointer-events-none opacity-90',
    className,
  );
  if (asChild) {
    return (
      <Slot.Root className={classes} data-slot="button" {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      data-slot="button"
      data-armed={armed}
      aria-busy={busy || undefined}
      // A busy button stays focusable, so that the keyboard focus is kept while it waits.
      aria-disabled={busy || undefined}
      disabled={disabled}
      className={classes}
      {...props}
      {...(busy ? { onClick: (event) => event.preventDefault() } : {})}
    >
      {busyLabel === undefined ? (
        <>
          {busy && <LoaderCircle aria-hidden className="animate-spinner" />}
          {children}
        </>
      ) : (
        <span className="grid place-items-center *:col-start-1 *:row-start-1">
          <span className={cn('inline-flex items-center gap-1.5', busy && 'invisible')}>{children}</span>
          <span aria-hidden={!busy} className={cn('inline-flex items-center gap-1.5', !busy && 'invisible')}>
            <LoaderCircle aria-hidden className={busy ? 'animate-spinner' : undefined} />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  );
}
