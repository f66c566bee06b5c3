/** Says that another sub-account is shown, which was chosen in another window while something was being written here. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLateSelection } from '#app/selection-elsewhere.ts';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useAccounts } from '#signed-in/accounts.ts';

export function LateSelection(): null {
  const { t } = useTranslation();
  const format = useFormat();
  const { accountId } = useLateSelection();
  const account = useAccounts().find((one) => one.accountId === accountId);
  useEffect(() => {
    if (!account) return;
    toast.info(t(($) => $.mailbox.accountShown, { account: format.accountNumber(account.subAccountCode) }));
    useLateSelection.setState({ accountId: null });
  }, [account, format, t]);
  return null;
}
