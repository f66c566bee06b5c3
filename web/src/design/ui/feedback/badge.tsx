/** Draws badges, 18 high, 11/500. Demo is indigo and live amber everywhere (principle 5). */
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';

const badgeVariants = cva(
  'inline-flex h-4.5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 align-middle font-medium text-11',
  {
    variants: {
      tone: {
        plain: 'bg-surface-3 text-fg-2',
        info: 'bg-primary-soft text-primary-text',
        success: 'bg-success-soft text-success',
        danger: 'bg-danger-soft text-danger',
        warning: 'bg-warning-soft text-warning',
        demo: 'bg-demo-soft font-semibold text-demo tracking-[0.02em]',
        live: 'bg-live-soft font-semibold text-live tracking-[0.02em]',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeVariants>['tone']>;

export function Badge({ className, tone, ...props }: ComponentProps<'span'> & { readonly tone?: BadgeTone }) {
  return <span data-slot="badge" className={cn(badgeVariants({ tone }), className)} {...props} />;
}

/** Shows the kind of a sub-account. A kind not loaded yet shows as live, the careful reading. */
export function AccountKindBadge({ isDemo, className }: { isDemo: boolean | null; className?: string | undefined }) {
  const { t } = useTranslation();
  return isDemo ? (
    <Badge tone="demo" className={className}>
      {t(($) => $.words.account.demo)}
    </Badge>
  ) : (
    <Badge tone="live" className={className}>
      {t(($) => $.words.account.live)}
    </Badge>
  );
}
