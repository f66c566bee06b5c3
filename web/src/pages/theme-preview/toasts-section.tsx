/** The toast of an order in each of its states, as told by the story, and those of price alerts. */
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { OrderToast } from '#features/order-toasts/order-toast.tsx';
import { storyOfOrder, type ToastStory } from '#features/order-toasts/toast-story.ts';
import { ReachedToast, SetToast } from '#features/price-alerts/alert-toast.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { ACTOR, sampleOrder } from '#mock/sample-records.ts';
import { ALERTS, CODE, CORN, FEE_VND, REACHED, TICKS } from '#pages/theme-preview/samples.ts';
import { Section, Wrap } from '#pages/theme-preview/specimen.tsx';

const nothing = () => undefined;
const ORDER = sampleOrder();
const WORKING = storyOfOrder(ORDER, undefined, []);
const MARGIN = { required: '73236240', available: '58100000', missing: '15136240', maxLots: 1 };

const STORIES: readonly ToastStory[] = [
  { ...WORKING, icon: 'progress', line: { kind: 'sending' } },
  { ...WORKING, icon: 'progress', line: { kind: 'lost' } },
  { ...WORKING, icon: 'refused', line: { kind: 'absent' } },
  WORKING,
  { ...WORKING, icon: 'working', line: { kind: 'partly', filled: 1, price: '454' } },
  { ...WORKING, icon: 'filled', line: { kind: 'filled', lots: 2, price: '454', feeVnd: BigInt(FEE_VND) } },
  storyOfOrder({ ...ORDER, limitPrice: '451.50' }, ORDER, []),
  { ...WORKING, icon: 'refused', line: { kind: 'refused', code: 'InsufficientMargin', facts: MARGIN } },
  storyOfOrder({ ...ORDER, status: 'CANCELLED' }, undefined, []),
];

export function ToastsSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const order = { side: t(($) => $.words.side.BUY), lots: 2, contract: CODE };
  const filled = t(($) => $.preview.sample.filledShort, order);
  const price = format.price(TICKS.order, CORN);
  const averageAndFee = t(($) => $.preview.sample.avgFee, { price, fee: format.vnd(FEE_VND) });
  const refusal = { code: 'TooManyPriceAlerts', facts: { max: 50 } };
  return (
    <Section className={className} title={t(($) => $.preview.section.toasts)}>
      {/* Their actions refer to orders that do not exist. */}
      <div inert className="grid grid-cols-[repeat(auto-fill,minmax(min(356px,100%),1fr))] items-start gap-3.5">
        {STORIES.map((story) => (
          <OrderToast key={`${story.icon} ${story.line.kind}`} story={story} onClose={nothing} />
        ))}
        <ReachedToast message={REACHED} onOpen={nothing} onClose={nothing} />
        <SetToast update={{ actor: ACTOR, alert: ALERTS[0] }} onClose={nothing} />
        <SetToast update={{ actor: ACTOR, contractCode: CODE, refusal }} onClose={nothing} />
      </div>
      <Wrap className="mt-3.5">
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            toast.success(filled, { description: averageAndFee });
            toast.error(t(($) => $.preview.sample.noMargin));
            toast.warning(t(($) => $.ticket.warning.stopReached));
          }}
        >
          {t(($) => $.preview.sample.showToast)}
        </Button>
      </Wrap>
    </Section>
  );
}
