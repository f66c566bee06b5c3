/** Shows what the command palette asks about trading a contract, over the open page. */
import { useTranslation } from 'react-i18next';
import { askOfTrading, useTradingQuestion } from '#app/trading-question.ts';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { CancelOrdersOf } from '#features/order-list/cancel-all.tsx';
import { ClosePosition } from '#pages/trading/close-position.tsx';
import { useDeskActor } from '#pages/trading/own-order-lines.ts';

export function TradingQuestions() {
  const { t } = useTranslation();
  const actor = useDeskActor();
  const question = useTradingQuestion((state) => state.question);
  if (!question || !actor) return null;
  const { kind, contractCode: code } = question;
  const leave = () => askOfTrading(null);
  const sayNothingThere = () => {
    leave();
    toast.info(t(($) => $.commands[kind === 'closePosition' ? 'noPosition' : 'noOrders'], { code }));
  };
  return kind === 'closePosition' ? (
    <ClosePosition actor={actor} code={code} onClose={leave} onAbsent={sayNothingThere} />
  ) : (
    <CancelOrdersOf actor={actor} contractCode={code} onClose={leave} onAbsent={sayNothingThere} />
  );
}
