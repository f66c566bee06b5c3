/**
 * `/account-overview/bank-information`: the bank accounts that an investor has registered as their own, and those that
 * withdrawals are paid to. Each write is confirmed by a code, entered where its button stood.
 */
import { useQuery } from '@tanstack/react-query';
import { Landmark, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Tab, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { useCaughtFocus } from '#design/use-caught-focus.ts';
import { isCodeWaiting } from '#features/security/waiting-code.ts';
import { usePageTitle } from '#features/shell/page-title.ts';
import { BankAccountForm, formPlace } from '#pages/bank-information/bank-account-form.tsx';
import { BankAccountList } from '#pages/bank-information/bank-account-list.tsx';
import { BANK_TABS, type BankTab } from '#pages/bank-information/bank-tabs.ts';
import { RemoveBeneficiary, removalPlace } from '#pages/bank-information/remove-beneficiary.tsx';
import { type ShownAccount, useShownAccounts } from '#pages/bank-information/shown-accounts.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';
import { withdrawNoteQuery } from '#signed-in/payouts.ts';

export interface BankPageProps {
  readonly tab: BankTab;
  readonly onTab: (tab: BankTab) => void;
}

export function BankPage({ tab, onTab }: BankPageProps) {
  const { t } = useTranslation();
  const title = t(($) => $.banks.title);
  usePageTitle(title);
  const userId = useActiveUser();
  return (
    <div className="grid shrink-0 content-start gap-4 p-4 md:p-5 2xl:px-6" data-testid="bank-information">
      <h1 className="text-20">{title}</h1>
      {userId === null ? (
        <SignInFirst />
      ) : (
        <Tabs value={tab} onValueChange={(next) => onTab(next === 'beneficiaries' ? next : 'registered')}>
          <TabsList aria-label={t(($) => $.banks.tabs)} className="border-border border-b">
            {BANK_TABS.map((one) => (
              <Tab key={one} value={one} aria-controls={undefined}>
                {t(($) => $.banks[one])}
              </Tab>
            ))}
          </TabsList>
          <BankAccounts key={`${userId} ${tab}`} userId={userId} tab={tab} />
        </Tabs>
      )}
    </div>
  );
}

type Doing = { readonly what: 'add' } | { readonly what: 'change' | 'remove'; readonly account: ShownAccount };

function BankAccounts({ userId, tab }: { readonly userId: string; readonly tab: BankTab }) {
  const { t } = useTranslation();
  // Until something is chosen: what the page was left with, when it waits for its code.
  const [chosen, setDoing] = useState<Doing | null>();
  const accounts = useShownAccounts(userId, tab);
  const { data: note, error, refetch } = useQuery(withdrawNoteQuery(userId));
  const adding = useRef<HTMLButtonElement>(null);
  const caught = useCaughtFocus(adding);
  const stop = () => setDoing(null);
  if (!accounts.data) return <NotYet error={accounts.error} onRetry={accounts.retry} />;
  // In whose name accounts are is written into a new one's form when it opens.
  if (!note) return <NotYet error={error} onRetry={() => void refetch()} />;
  const doing = chosen === undefined ? waitingIn(accounts.data, userId, tab) : chosen;
  return (
    <div {...caught} className="grid items-start gap-4 pt-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-2xl text-fg-2">
            {tab === 'registered'
              ? t(($) => $.banks.aboutRegistered)
              : t(($) => $.banks.aboutBeneficiaries, { name: note.holderName })}
          </p>
          <Button ref={adding} className="max-md:h-11" onClick={() => setDoing({ what: 'add' })} data-testid="bank-add">
            <Plus aria-hidden /> {t(($) => $.banks.add[tab])}
          </Button>
        </div>
        {accounts.data.length === 0 ? (
          <Boxed>
            <EmptyState icon={Landmark} title={t(($) => $.banks.none[tab])} />
          </Boxed>
        ) : (
          <BankAccountList
            tab={tab}
            accounts={accounts.data}
            onChange={(account) => setDoing({ what: 'change', account })}
            onRemove={(account) => setDoing({ what: 'remove', account })}
          />
        )}
        {tab === 'beneficiaries' && (
          <p className="max-w-2xl text-12 text-fg-3">{t(($) => $.banks.hold, { hours: note.beneficiaryHoldHours })}</p>
        )}
      </div>
      {doing?.what === 'remove' && (
        <RemoveBeneficiary key={doing.account.id} userId={userId} account={doing.account} onDone={stop} />
      )}
      {(doing?.what === 'add' || doing?.what === 'change') && (
        <BankAccountForm
          key={doing.what === 'change' ? doing.account.id : 'new'}
          userId={userId}
          tab={tab}
          account={doing.what === 'change' ? doing.account : null}
          holderName={note.holderName}
          onDone={stop}
        />
      )}
    </div>
  );
}

function waitingIn(accounts: readonly ShownAccount[], userId: string, tab: BankTab): Doing | null {
  if (isCodeWaiting(formPlace(userId, tab, null))) return { what: 'add' };
  const changed = accounts.find((account) => isCodeWaiting(formPlace(userId, tab, account)));
  if (changed) return { what: 'change', account: changed };
  const removed = accounts.find((account) => isCodeWaiting(removalPlace(userId, account)));
  return removed ? { what: 'remove', account: removed } : null;
}

function Boxed({ children }: { readonly children: ReactNode }) {
  return <div className="rounded-lg border border-border bg-surface">{children}</div>;
}

function NotYet({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="pt-4">
      {error ? (
        <ErrorPanel panel={t(($) => $.banks.panel)} code={errorCodeOf(error)} onRetry={onRetry} />
      ) : (
        <SkeletonRows rows={4} columns={['text', 'text', 'text']} />
      )}
    </div>
  );
}
