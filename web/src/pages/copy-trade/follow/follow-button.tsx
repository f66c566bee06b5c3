/** Opens the form of a follow; says instead why there is nothing to follow. */
import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { isOwn } from '#pages/copy-trade/strategies/strategies.ts';
import { useAccounts } from '#signed-in/accounts.ts';

/** The form loads when somebody wants it. */
const FollowPanel = lazy(async () => ({
  default: (await import('#pages/copy-trade/follow/follow-panel.tsx')).FollowPanel,
}));

export interface FollowButtonProps {
  readonly userId: string;
  readonly strategy: ShownStrategy;
  readonly className?: string;
}

export function FollowButton({ userId, strategy, className }: FollowButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const accounts = useAccounts();
  const { strategyId, state, followers, maxFollowers } = strategy;
  const ids = accounts.map(({ accountId }) => accountId);
  if (isOwn(strategy, ids))
    return (
      <Link
        to="/account-overview/copy-trade/management/{-$strategyId}"
        params={{ strategyId }}
        className={cn(buttonVariants({ variant: 'outline', size: 'send' }), className)}
      >
        {t(($) => $.strategies.follow.own)}
      </Link>
    );
  const copied = accounts.find(({ copying }) => copying?.role === 'FOLLOWS' && copying.strategyId === strategyId);
  const why =
    state !== 'ACTIVE'
      ? t(($) => $.strategies.follow.ended)
      : followers >= maxFollowers
        ? t(($) => $.strategies.follow.full)
        : null;
  return (
    <>
      <Button
        size="send"
        className={className}
        disabled={why !== null}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        data-testid="follow-open"
      >
        {why ?? t(($) => (copied ? $.strategies.follow.again : $.strategies.follow.button))}
      </Button>
      {isOpen && (
        <Suspense>
          <FollowPanel userId={userId} strategy={strategy} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
