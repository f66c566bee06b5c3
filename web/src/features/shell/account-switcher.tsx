/** The account switcher: its button at once, its menu when somebody reaches for it. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useOnDemand } from '#design/on-demand.ts';
import { AccountButton, type SignedInInvestor } from './account-button.tsx';

export interface AccountSwitcherProps {
  readonly investors: readonly SignedInInvestor[];
  readonly activeUserId: string;
  readonly accounts: readonly AccountOverview[];
  readonly account: AccountOverview | undefined;
  readonly onSwitch: (userId: string) => void;
  readonly onSelectAccount: (accountId: string) => void;
  readonly onAdd: () => void;
  readonly onLogOut: (userId: string) => void;
  readonly onLogOutAll: () => void;
}

const load = async () => (await import('./account-choices.tsx')).AccountChoices;

export function AccountSwitcher(props: AccountSwitcherProps) {
  const [Choices, reach] = useOnDemand(load);
  const { investors, activeUserId, account } = props;
  if (Choices) return <Choices {...props} />;
  return (
    <AccountButton investor={investors.find(({ userId }) => userId === activeUserId)} account={account} {...reach} />
  );
}
