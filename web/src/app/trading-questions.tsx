/** Shows what is asked about trading a contract, over the open page. */
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { late } from '#app/late.ts';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { endQuestion, type TradingQuestion, useTradingQuestion } from '#desk/trading-question.ts';
import { CancelOrdersOf } from '#features/order-list/cancel-all.tsx';
import { withTicketMoreWords } from '#i18n/i18n.ts';
import { ClosePosition } from '#pages/trading/close-position.tsx';
import { useDeskActor } from '#pages/trading/own-order-lines.ts';

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
            {...question}
            onClose={leave}
            onAbsent={(isKnown) => sayNothingThere(noPosition(isKnown), question.contractCode)}
          />
        </Suspense>
      );
    case 'spread':
      return (
        <Suspense>
          <SpreadDialog {...question} onClose={leave} />
        </Suspense>
      );
    default:
      return <OfSelected {...question} leave={leave} onAbsent={sayNothingThere} />;
  }
}

type OfSelectedProps = Exclude<TradingQuestion, { kind: 'roll' | 'spread' }> & {
  readonly leave: () => void;
  readonly onAbsent: (what: NothingThere, code: string) => void;
};

type NothingThere = 'noPosition' | 'unknownPosition' | 'noOrders';

function noPosition(isKnown: boolean): NothingThere {
  return isKnown ? 'noPosition' : 'unknownPosition';
}

/** Of the sub-account that the desk showed when it was asked: a notice that is opened meanwhile shows another one. */
function OfSelected({ kind, contractCode: code, leave, onAbsent }: OfSelectedProps) {
  const shown = useDeskActor();
  const [actor, setActor] = useState(shown);
  if (actor === null && shown !== null) setActor(shown);
  if (!actor) return null;
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
