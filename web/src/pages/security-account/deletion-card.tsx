/**
 * Requests deletion of the account, shows what prevents it, and withdraws a request that no operator has decided yet.
 */

import type { Facts } from '@mua/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { ConfirmDialog } from '#design/ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { SecretCardProps } from '#pages/security-account/secret-cards.tsx';
import { SecurityCard } from '#pages/security-account/security-card.tsx';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { securityChanges } from '#signed-in/security.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { useSubmission } from '#wire/submission.ts';

export function DeletionCard({ userId, known }: SecretCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { requestDeletion, withdrawDeletion } = securityChanges(useQueryClient(), userId);
  const { isBusy, refusal, submit } = useSubmission();
  const [isAsking, setAsking] = useState(false);
  const { deletionRequestedAt } = known;
  const send = async (call: () => Promise<void>, reported: string) => {
    const refused = await submit(call);
    if (refused === null) await notifyDone(reported);
  };
  return (
    <SecurityCard
      testId="security-deletion"
      title={t(($) => $.security.deletion.title)}
      state={
        deletionRequestedAt !== null && (
          <Badge tone="warning">
            {t(($) => $.security.deletion.requested, { time: format.dateTime(deletionRequestedAt) })}
          </Badge>
        )
      }
      about={t(($) => $.security.deletion.about)}
    >
      {refusal?.code === 'AccountDeletionNotAllowed' ? (
        <WhatIsLeft facts={refusal.facts} />
      ) : (
        <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} />}</RefusalNote>
      )}
      {deletionRequestedAt === null ? (
        <Button
          variant="outline"
          className="justify-self-start text-danger max-md:h-11"
          busy={isBusy}
          onClick={() => setAsking(true)}
        >
          {t(($) => $.security.deletion.ask)}
        </Button>
      ) : (
        <Button
          variant="outline"
          className="justify-self-start max-md:h-11"
          busy={isBusy}
          onClick={() =>
            void send(
              withdrawDeletion,
              t(($) => $.security.deletion.withdrawn),
            )
          }
        >
          {t(($) => $.security.deletion.withdraw)}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t(($) => $.security.deletion.question)}
        body={t(($) => $.security.deletion.questionBody)}
        action={t(($) => $.security.deletion.ask)}
        onConfirm={() =>
          void send(
            requestDeletion,
            t(($) => $.security.deletion.done),
          )
        }
      />
    </SecurityCard>
  );
}

/** What prevents it, each where it is ended. */
function WhatIsLeft({ facts }: { facts: Facts }) {
  const { t } = useTranslation();
  const format = useFormat();
  const accountId = useTradingAccount()?.accountId;
  const inManager = (tab: 'positions' | 'orders'): LinkProps =>
    accountId === undefined
      ? { to: '/account-overview' }
      : { to: '/account-overview/order-manager/$accountId', params: { accountId }, search: { tab } };
  const [positions, orders, balance] = [Number(facts.positions), Number(facts.orders), BigInt(facts.balance ?? 0)];
  const left: { text: string; link: LinkProps }[] = [
    ...(positions > 0
      ? [{ text: t(($) => $.security.deletion.left.positions, { count: positions }), link: inManager('positions') }]
      : []),
    ...(orders > 0
      ? [{ text: t(($) => $.security.deletion.left.orders, { count: orders }), link: inManager('orders') }]
      : []),
    ...(Number(facts.strategies) > 0
      ? [
          {
            text: t(($) => $.security.deletion.left.strategies, { count: Number(facts.strategies) }),
            link: { to: '/account-overview/copy-trade/management/{-$strategyId}', params: {} } as const,
          },
        ]
      : []),
    ...(Number(facts.copies) > 0
      ? [
          {
            text: t(($) => $.security.deletion.left.copies, { count: Number(facts.copies) }),
            link: { to: '/account-overview/copy-trade/trading/{-$copyId}', params: {} } as const,
          },
        ]
      : []),
    ...(balance === 0n
      ? []
      : [
          {
            text: t(($) => $.security.deletion.left.balance, { balance: format.vnd(balance) }),
            link: { to: balance > 0n ? '/account-overview/withdraw' : '/account-overview/deposit' } as const,
          },
        ]),
  ];
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger leading-5">
      {t(($) => $.security.deletion.left.head)}
      <ul className="list-disc ps-5">
        {left.map(({ text, link }) => (
          <li key={text}>
            <Link {...link} className="inline-block font-medium underline underline-offset-2 max-md:py-3">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
