/**
 * Shown once after signing in, if this browser has favourites and lists from before. Only a press moves them into the
 * account or discards them; if closed, they stay where they are and this investor is not asked again.
 */
import { useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { ToastCard } from '#design/ui/feedback/toast-card.tsx';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { takeOver, throwAway } from '#features/watchlists/take-over.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useKeptLists } from '#session/kept-lists-store.ts';
import { useNamedAccount, useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

const ID = 'kept-lists';

export function KeptListsOffer() {
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  useEffect(() => {
    if (userId === null || accountId === undefined) return;
    const { favourites, lists, offeredTo } = useKeptLists.getState();
    if (favourites.length + lists.length === 0 || offeredTo.includes(userId)) return;
    const actor = { userId, accountId };
    const close = () => {
      useKeptLists.setState((kept) => ({ offeredTo: [...kept.offeredTo, userId] }));
      toast.dismiss(ID);
    };
    toast.custom(() => <Offer actor={actor} onClose={close} />, { id: ID, duration: Number.POSITIVE_INFINITY });
    // Nothing is taken over for an investor who is no longer active.
    return () => void toast.dismiss(ID);
  }, [userId, accountId]);
  return null;
}

function Offer({ actor, onClose }: { actor: AccountActor; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { name } = useNamedAccount(actor.accountId);
  const { favourites, lists } = useKeptLists();
  const { isBusy, refusal, submit } = useSubmission();
  const take = async () => {
    const refused = await submit(() => takeOver(client, actor));
    if (refused) return;
    onClose();
    toast.success(t(($) => $.watchlists.offer.taken, { replace: { account: format.accountNumber(name) } }));
  };
  const drop = () => {
    throwAway();
    onClose();
  };
  const replace = { favourites: favourites.length, lists: lists.length, account: format.accountNumber(name) };
  return (
    <div data-testid="kept-lists-offer">
      <ToastCard
        icon={<ListChecks className="text-primary-text" />}
        title={t(($) => $.watchlists.offer.title)}
        onClose={onClose}
      >
        {t(($) => $.watchlists.offer.body, { replace })}
        {refusal && (
          <span role="alert" className="mt-1 block text-danger">
            {writtenError({ t, format }, refusal)}
          </span>
        )}
        <span className="mt-2 flex gap-2">
          <Button
            size="sm"
            className="max-md:h-11"
            busy={isBusy}
            busyLabel={t(($) => $.watchlists.offer.taking)}
            onClick={() => void take()}
          >
            {t(($) => $.watchlists.offer.take)}
          </Button>
          <Button size="sm" variant="outline" className="max-md:h-11" disabled={isBusy} onClick={drop}>
            {t(($) => $.watchlists.offer.drop)}
          </Button>
        </span>
      </ToastCard>
    </div>
  );
}
