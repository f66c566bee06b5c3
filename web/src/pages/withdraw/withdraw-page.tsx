/**
 * `/account-overview/withdraw`: what can be withdrawn and why not more, the request with its code, and how requests
 * stand. The sub-account is the one that orders go from.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { MarginStatus } from '@mua/contract/entities/margin';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { useCaughtFocus } from '#design/use-caught-focus.ts';
import { usePageTitle } from '#features/shell/page-title.ts';
import { AccountHead } from '#pages/account-overview/account-head.tsx';
import { ChosenAccount } from '#pages/account-overview/chosen-account.tsx';
import { RequestList } from '#pages/withdraw/request-list.tsx';
import { RequestsUnderWay } from '#pages/withdraw/requests-under-way.tsx';
import { useWithdrawFigures } from '#pages/withdraw/withdraw-figures.ts';
import { WithdrawForm, type WithdrawFormProps } from '#pages/withdraw/withdraw-form.tsx';
import { WithdrawableCard } from '#pages/withdraw/withdrawable-card.tsx';
import { marginStatusQuery } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf } from '#signed-in/actor.ts';
import { beneficiariesQuery, isUnderWay, withdrawNoteQuery, withdrawRequestsQuery } from '#signed-in/payouts.ts';
import { useReadAgainWhen } from '#signed-in/read-again.ts';

export function WithdrawPage() {
  const { t } = useTranslation();
  const title = t(($) => $.withdrawals.title);
  usePageTitle(title);
  return (
    <ChosenAccount title={title}>
      {({ actor, account }) => <Withdraw key={`${actor.userId} ${actor.accountId}`} actor={actor} account={account} />}
    </ChosenAccount>
  );
}

function Withdraw({ actor, account }: { actor: AccountActor; account: AccountOverview }) {
  const { t } = useTranslation();
  const { data: margin } = useQuery(marginStatusQuery(actor.userId, actor.accountId));
  useReadAgainWhen(margin?.held, withdrawRequestsQuery(actor).queryKey);
  return (
    <div className="grid shrink-0 content-start gap-4 p-4 md:p-5 2xl:px-6" data-testid="withdraw">
      <AccountHead title={t(($) => $.withdrawals.title)} account={account} previous={null}>
        <span className="ml-auto text-12 text-fg-3 max-md:hidden">{t(($) => $.withdrawals.when)}</span>
      </AccountHead>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26.5rem]">
        <Asking actor={actor} />
        <Requests actor={actor} />
      </div>
    </div>
  );
}

/** Drawn once all is there that the form decides by: a press on it is never too early. */
function Asking({ actor }: { actor: AccountActor }) {
  const { t } = useTranslation();
  const margin = useQuery(marginStatusQuery(actor.userId, actor.accountId));
  const beneficiaries = useQuery(beneficiariesQuery(actor.userId));
  const note = useQuery(withdrawNoteQuery(actor.userId));
  if (margin.data && beneficiaries.data && note.data)
    return <AskingWith {...{ actor, status: margin.data, beneficiaries: beneficiaries.data, note: note.data }} />;
  const failed = [margin, beneficiaries, note].find(({ error }) => error !== null);
  if (!failed) return <SkeletonRows rows={6} columns={['text', 'number']} />;
  const panel = t(($) => $.withdrawals.panel);
  return <ErrorPanel panel={panel} code={errorCodeOf(failed.error)} onRetry={() => void failed.refetch()} />;
}

interface AskingWithProps extends Omit<WithdrawFormProps, 'figures'> {
  readonly status: MarginStatus;
}

function AskingWith({ status, ...form }: AskingWithProps) {
  const figures = useWithdrawFigures(status);
  return (
    <div className="grid min-w-0 gap-4">
      <WithdrawableCard figures={figures} />
      <WithdrawForm figures={figures} {...form} />
    </div>
  );
}

function Requests({ actor }: { actor: AccountActor }) {
  const { t } = useTranslation();
  const place = useRef<HTMLElement>(null);
  const { data, error, refetch } = useQuery(withdrawRequestsQuery(actor));
  // Whoever takes one back has pressed what goes with it.
  const caught = useCaughtFocus(place);
  if (!data) {
    if (!error) return <SkeletonRows rows={4} columns={['text', 'number']} />;
    const panel = t(($) => $.withdrawals.panel);
    return <ErrorPanel panel={panel} code={errorCodeOf(error)} onRetry={() => void refetch()} />;
  }
  return (
    <div {...caught} className="grid min-w-0 gap-4">
      <RequestsUnderWay actor={actor} requests={data.filter(isUnderWay)} />
      <RequestList ref={place} userId={actor.userId} requests={data.filter((request) => !isUnderWay(request))} />
    </div>
  );
}
