/**
 * Shows what is asked over any page and over a panel's window alike: price alerts, and questions about trading a
 * contract. Each is loaded when it is first asked.
 */
import { Suspense } from 'react';
import { late } from '#app/late.ts';
import { useTradingQuestion } from '#desk/trading-question.ts';
import { withLaterWords } from '#i18n/i18n.ts';
import { useOpenDialog } from '#session/open-dialog.ts';

const AlertsDialog = late(async () => ({
  default: (await withLaterWords(() => import('#features/price-alerts/alerts-dialog.tsx'))).AlertsDialog,
}));
const TradingQuestions = late(async () => ({
  default: (await withLaterWords(() => import('#app/trading-questions.tsx'))).TradingQuestions,
}));

export function AskedDialogs() {
  const { dialog, close } = useOpenDialog();
  const isAsking = useTradingQuestion(({ question }) => question !== null);
  return (
    <Suspense>
      {dialog === 'alerts' && <AlertsDialog onClose={close} />}
      {isAsking && <TradingQuestions />}
    </Suspense>
  );
}
