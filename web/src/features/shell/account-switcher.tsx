/** The account switcher: its button at once, its menu when it is about to be used. */
import { useOnDemand } from '#design/on-demand.ts';
import { AccountButton, type AccountSwitcherProps } from '#features/shell/account-button.tsx';
import { withAccountWords } from '#i18n/i18n.ts';

const load = async () => (await withAccountWords(() => import('#features/shell/account-choices.tsx'))).AccountChoices;

export function AccountSwitcher(props: AccountSwitcherProps) {
  const [Choices, reach] = useOnDemand(load);
  const { investors, activeUserId, account, onOpen } = props;
  if (Choices) return <Choices {...props} />;
  const open = () => {
    onOpen();
    reach.onClick();
  };
  const active = investors.find(({ userId }) => userId === activeUserId);
  return <AccountButton investor={active} account={account} {...reach} onClick={open} />;
}
