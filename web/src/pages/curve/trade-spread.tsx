/** Buys or sells the spread that is looked at, for the reader's selected sub-account. */
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { askOfTrading } from '#desk/trading-question.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';

interface TradeSpreadProps {
  readonly commodityCode: string;
  readonly spreadCode: string;
  /** Its two months as traders write them. */
  readonly pair: string;
}

export function TradeSpread({ commodityCode, spreadCode, pair }: TradeSpreadProps) {
  const { t } = useTranslation();
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  if (userId === null || accountId === undefined) return null;
  const ask = (side: 'BUY' | 'SELL') =>
    askOfTrading({ kind: 'spread', actor: { userId, accountId }, commodityCode, spreadCode, side });
  return (
    <div className="grid grid-cols-2 gap-2 border-border border-t px-4 py-3">
      <Button variant="buy" data-testid="spread-buy" onClick={() => ask('BUY')}>
        {t(($) => $.curve.trade.BUY, { pair })}
      </Button>
      <Button variant="sell" data-testid="spread-sell" onClick={() => ask('SELL')}>
        {t(($) => $.curve.trade.SELL, { pair })}
      </Button>
    </div>
  );
}
