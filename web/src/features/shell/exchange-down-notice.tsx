/** Shown while the sub-account's exchange can't be reached: says what happens to its orders. */
import { Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NoticeBar } from '#features/shell/notice-bar.tsx';
import { useExchangeDown } from '#ledger/exchange-links.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';

export function ExchangeDownNotice() {
  const { t } = useTranslation();
  const isDown = useExchangeDown(useTradingAccount()?.accountId);
  if (!isDown) return null;
  return (
    <NoticeBar icon={Unplug} testId="exchange-down-notice">
      <span className="font-medium">{t(($) => $.network.exchangeDown.title)}.</span>{' '}
      {t(($) => $.network.exchangeDown.orders)}
    </NoticeBar>
  );
}
