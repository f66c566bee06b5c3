/** The bell in the header: the number of unread messages at once, and the list when it is opened. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mailboxQuery, unreadQuery } from '#accounts/mailbox.ts';
import { useOnDemand } from '#design/on-demand.ts';
import { BellButton } from '#features/mailbox/bell-button.tsx';
import { withLaterWords } from '#i18n/i18n.ts';
import { useActiveInvestor, useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useActiveUser } from '#signed-in/actor.ts';

const load = async () => (await withLaterWords(() => import('#features/mailbox/mailbox-panel.tsx'))).MailboxPanel;

export function MailboxBell() {
  const userId = useActiveUser();
  const account = useTradingAccount();
  const me = useActiveInvestor();
  if (userId === null) return null;
  // Before a sub-account trades there is only the investor's own mailbox (docs/rules/people.md#notices), which no feed
  // covers.
  if (me && me.status !== 'ACTIVE' && !account?.isActivated) {
    return <Bell actor={{ userId, accountId: me.investorCode }} lookAgainMs={LOOK_AGAIN_MS} />;
  }
  return account ? <Bell actor={{ userId, accountId: account.accountId }} /> : null;
}

const LOOK_AGAIN_MS = 10_000;

function Bell({ actor, lookAgainMs = false }: { actor: AccountActor; lookAgainMs?: number | false }) {
  const client = useQueryClient();
  const [Panel, reach] = useOnDemand(load);
  const { data: unread = 0 } = useQuery({ ...unreadQuery(actor), refetchInterval: lookAgainMs });
  const { userId, accountId } = actor;
  useEffect(() => {
    if (lookAgainMs !== false && unread > 0) {
      void client.invalidateQueries({ queryKey: mailboxQuery({ userId, accountId }).queryKey });
    }
  }, [client, userId, accountId, lookAgainMs, unread]);
  return Panel ? <Panel actor={actor} unread={unread} /> : <BellButton unread={unread} {...reach} />;
}
