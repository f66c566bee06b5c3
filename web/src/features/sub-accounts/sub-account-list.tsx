/**
 * All sub-accounts with their figures, demo and live distinguished by their badges; one of them is the one orders are
 * sent from.
 */
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { SubAccountCards } from '#features/sub-accounts/sub-account-cards.tsx';
import type { SubAccountListProps } from '#features/sub-accounts/sub-account-row.ts';
import { SubAccountTable } from '#features/sub-accounts/sub-account-table.tsx';

export function SubAccountList(props: SubAccountListProps) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  return (
    <div data-testid="sub-accounts">
      <div className="flex flex-wrap items-baseline gap-x-2 px-5 pt-4 pb-2.5">
        <h2 className="text-14">{t(($) => $.shell.header.subAccounts)}</h2>
        <p className="text-12 text-fg-3">{t(($) => $.accounts.notMixed)}</p>
      </div>
      {isNarrow ? <SubAccountCards {...props} /> : <SubAccountTable {...props} />}
    </div>
  );
}
