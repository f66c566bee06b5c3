/**
 * Shows what is asked about trading a contract, over the open page. Another question comes in the place of an open one and
 * begins anew; what that one has sent goes on without it, and its toasts tell.
 */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { late } from '#app/late.ts';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { endQuestion, questionKey, type TradingQuestion, useTradingQuestion } from '#desk/trading-question.ts';
import { CancelOrdersOf } from '#features/order-list/cancel-all.tsx';
import { withTicketMoreWords } from '#i18n/i18n.ts';
import { ClosePosition } from '#pages/trading/close-position.tsx';

const RollDialog = late(async () => ({
  default: (await withTicketMoreWords(() => import('#features/positions/roll-dialog.tsx'))).RollDialog,
}));

const SpreadDialog = late(async () => ({
  default: (await withTicketMoreWords(() => import('#features/positions/spread-dialog.tsx'))).SpreadDialog,
}));

export function TradingQuestions() {
  const { t } = useTranslation();
  const question = useTradingQuestion((state) => state.question);
  if (!question) return null;
  const key = questionKey(question);
  const leave = () => endQuestion(question);
  const sayNothingThere = (what: NothingThere, code: string) => {
    leave();
    toast.info(t(($) => $.commands[what], { code }));
  };
  switch (question.kind) {
    case 'roll':
      return (
        <Suspense>
          <RollDialog
            key={key}
            {...question}
            onClose={leave}
            onAbsent={(isKnown) => sayNothingThere(noPosition(isKnown), question.contractCode)}
          />
        </Suspense>
      );
    case 'spread':
      return (
        <Suspense>
          <SpreadDialog key={key} {...question} onClose={leave} />
        </Suspense>
      );
    default:
      return <OfPositionOrOrders key={key} {...question} leave={leave} onAbsent={sayNothingThere} />;
  }
}

type OfPositionOrOrdersProps = Exclude<TradingQuestion, { kind: 'roll' | 'spread' }> & {
  readonly leave: () => void;
  readonly onAbsent: (what: NothingThere, code: string) => void;
};

type NothingThere = 'noPosition' | 'unknownPosition' | 'noOrders';

function noPosition(isKnown: boolean): NothingThere {
  return isKnown ? 'noPosition' : 'unknownPosition';
}

function OfPositionOrOrders({ kind, actor, contractCode: code, leave, onAbsent }: OfPositionOrOrdersProps) {
  return kind === 'cancelOrders' ? (
    <CancelOrdersOf actor={actor} contractCode={code} onClose={leave} onAbsent={() => onAbsent('noOrders', code)} />
  ) : (
    <ClosePosition
      actor={actor}
      code={code}
      isPart={kind === 'closePart'}
      onClose={leave}
      onAbsent={(isKnown) => onAbsent(noPosition(isKnown), code)}
    />
  );
}
