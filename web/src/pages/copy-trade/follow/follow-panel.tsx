/** Beside the strategy: which money follows it, how much of it, where it ends, and what that would have given. */
import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { focusSheet } from '#design/ui/dialogs/sheet.tsx';
import { SidePanel, SidePanelTitle } from '#design/ui/dialogs/side-panel.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { type FollowAccount, useFollowAccounts } from '#pages/copy-trade/follow/follow-accounts.ts';
import { FollowForm } from '#pages/copy-trade/follow/follow-form.tsx';
import { meQuery } from '#signed-in/accounts.ts';
import { StatusStep } from '#signed-in/status-step.tsx';

export interface FollowPanelProps {
  readonly userId: string;
  readonly strategy: ShownStrategy;
  readonly onClose: () => void;
}

export function FollowPanel({ userId, strategy, onClose }: FollowPanelProps) {
  const { t } = useTranslation();
  const accounts = useFollowAccounts(userId, strategy);
  return (
    <SidePanel
      onClose={onClose}
      // What takes the focus comes clear of the head and the button, which stick.
      className="scroll-pt-16 scroll-pb-40 low:scroll-pb-4"
      aria-describedby={undefined}
      onOpenAutoFocus={focusSheet}
      data-testid="follow-panel"
    >
      <header className="sticky top-0 z-10 flex items-center gap-2 border-border border-b bg-surface px-4 py-2.5">
        <SidePanelTitle className="min-w-0 flex-1 truncate font-semibold text-16">
          {t(($) => $.strategies.follow.title, { strategy: strategy.name })}
        </SidePanelTitle>
        <IconButton label={t(($) => $.shell.action.close)} className="max-md:size-11" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <Content {...{ userId, strategy, accounts, onClose }} />
    </SidePanel>
  );
}

function Content({
  accounts,
  ...props
}: FollowPanelProps & { readonly accounts: readonly FollowAccount[] | undefined }): ReactNode {
  if (!accounts)
    return (
      <div className="p-4">
        <SkeletonRows rows={8} columns={['text', 'number']} />
      </div>
    );
  // Nobody who may not trade yet has a sub-account to follow with.
  if (accounts.length === 0) return <NoAccounts userId={props.userId} />;
  return <FollowForm {...props} accounts={accounts} />;
}

function NoAccounts({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery(userId));
  return (
    <EmptyState
      title={t(($) => $.money.noAccount)}
      hint={me && t(($) => $.accounts.reason[me.status])}
      action={
        me && me.status !== 'ACTIVE' ? (
          <StatusStep status={me.status} className={buttonVariants({ className: 'max-md:min-h-11' })} />
        ) : undefined
      }
      className="m-auto"
    />
  );
}
