/** The bell in the header: how many messages are unread, at once; the list when somebody reaches for it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followMailbox, unreadQuery } from '#accounts/mailbox.ts';
import { useOnDemand } from '#design/on-demand.ts';
import { BellButton } from '#features/mailbox/bell-button.tsx';
import { withLaterWords } from '#i18n/i18n.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useActiveUser } from '#signed-in/actor.ts';

const load = async () => (await withLaterWords(() => import('#features/mailbox/mailbox-panel.tsx'))).MailboxPanel;

export function MailboxBell() {
  const userId = useActiveUser();
  const account = useTradingAccount();
  return userId !== null && account ? <Bell actor={{ userId, accountId: account.accountId }} /> : null;
}

function Bell({ actor }: { actor: AccountActor }) {
  const client = useQueryClient();
  const [Panel, reach] = useOnDemand(load);
  const { data: unread = 0 } = useQuery(unreadQuery(actor));
  useEffect(() => followMailbox(client), [client]);
  return Panel ? <Panel actor={actor} unread={unread} /> : <BellButton unread={unread} {...reach} />;
}
