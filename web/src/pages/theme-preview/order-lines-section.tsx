/** The labels of lines on the chart: everything that has a price, and one line while it is moved, sent and refused. */
import { useTranslation } from 'react-i18next';
import { type ChipMove, LineLabel, type LineLabelProps } from '#features/chart/trading/line-label.tsx';
import { effectText, type LineEvent, lineOf } from '#features/chart/trading/line-words.ts';
import type { ExitName, OrderLine } from '#features/chart/trading/order-line.ts';
import {
  lineOfAlert,
  lineOfPosition,
  linesOfConditional,
  linesOfOrder,
} from '#features/chart/trading/order-lines-of.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { CORN as CONTRACT, sampleConditional, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { CORN, TICKS } from '#pages/theme-preview/samples.ts';
import { Section, Specimen, Wrap } from '#pages/theme-preview/specimen.tsx';

const nothing = () => undefined;
const RESTING: Omit<LineLabelProps, 'line'> = {
  ...{ move: null, compact: false, isOpen: false, button: null },
  ...{ onGrab: nothing, onKey: nothing, onOpen: nothing, onConfirm: nothing },
  ...{ onLeave: nothing, onEnd: nothing, onExit: nothing, onPress: nothing },
};
const QUIET: LineEvent = { profit: null, foreignProfit: null, effect: null, isMainDraft: false, draftType: 'LIMIT' };
const MAIN: LineEvent = { ...QUIET, isMainDraft: true };
const RIGHTS = { canModify: true, canCancel: true };
const LOSS = { kind: 'profit', vnd: -3_302_500n } as const;
const GAIN = { kind: 'profit', vnd: 16_512_500n } as const;

const LIMIT_ORDER = sampleOrder();
const STOP_ORDER = sampleOrder({
  orderId: 'stop',
  side: 'SELL',
  orderType: 'STOP',
  limitPrice: null,
  stopPrice: '451',
});
const CHANGING = sampleOrder({ orderId: 'changing', status: 'IN_MODIFY' });
const PAIR = sampleConditional({ orderType: 'TPSL', trailAmount: null, takeProfit: '462.25', stopLoss: '451' });
const ALERT = { alertId: 'alert', ticks: TICKS.far, direction: 'ABOVE', isRepeating: false, note: '' } as const;
const DRAFT: OrderLine = {
  ...{ id: 'draft limit', subject: { kind: 'draft', leg: 'limit' }, side: 'BUY', lots: 2, ticks: TICKS.order },
  ...{ isChanging: false, canMove: true, canEnd: true },
};

const position = lineOfPosition(samplePosition(), CORN);
const [limit] = linesOfOrder(LIMIT_ORDER, CORN, RIGHTS);
const [stop] = linesOfOrder(STOP_ORDER, CORN, RIGHTS);
const [changing] = linesOfOrder(CHANGING, CORN, RIGHTS);
const [takeProfit, stopLoss] = linesOfConditional(PAIR, CORN, TICKS.last);
const [trail] = linesOfConditional(sampleConditional({ conditionalOrderId: 'trail' }), CORN, TICKS.last);

export function OrderLinesSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const writer = { t, format, grid: CORN };
  const chip = (
    line: OrderLine | null | undefined,
    event: LineEvent = QUIET,
    { exits = [], ...props }: Partial<LineLabelProps> & { readonly exits?: readonly ExitName[] } = {},
  ) => line && <LineLabel {...RESTING} {...props} line={{ ...lineOf(line, event, writer), exits }} />;
  const moved = { priceText: format.price(TICKS.low, CORN), effectText: effectText(GAIN, writer), faultText: null };
  const outside = { floor: '422.25', ceiling: '482.25' };
  const refused: ChipMove = {
    phase: 'held',
    priceText: format.price(TICKS.outside, CORN),
    effectText: '',
    faultText: writtenError(writer, { code: 'PriceOutsideDailyLimit', facts: outside }),
  };
  const button = { contractCode: CONTRACT.code, isBlocked: false, press: nothing };
  const order = { side: t(($) => $.words.side.BUY), lots: 2, contract: CONTRACT.code, price: moved.priceText };
  const step1 = { ...button, isArmed: false, text: t(($) => $.ticket.step1, order) };
  const step2 = { ...button, isArmed: true, text: t(($) => $.ticket.step1, order) };
  return (
    <Section className={className} title={t(($) => $.preview.section.orderLines)}>
      <Wrap>
        <Specimen state={t(($) => $.preview.state.position)}>
          {chip(position, { ...QUIET, profit: format.profit(GAIN.vnd) }, { exits: ['takeProfit', 'stopLoss'] })}
        </Specimen>
        <Specimen state={t(($) => $.preview.state.order)}>{chip(limit)}</Specimen>
        <Specimen state={t(($) => $.preview.state.stopOrder)}>{chip(stop)}</Specimen>
        <Specimen state={t(($) => $.preview.state.pair)}>
          <span className="flex gap-1">
            {chip(takeProfit, { ...QUIET, effect: GAIN })}
            {chip(stopLoss, { ...QUIET, effect: LOSS })}
          </span>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.trail)}>{chip(trail)}</Specimen>
        <Specimen state={t(($) => $.preview.state.alert)}>{chip(lineOfAlert(ALERT))}</Specimen>
        <Specimen state={t(($) => $.preview.state.draft)}>
          {chip(DRAFT, MAIN, { button: step1, exits: ['takeProfit', 'stopLoss'] })}
        </Specimen>
        <Specimen state={t(($) => $.preview.state.step2)}>{chip(DRAFT, MAIN, { button: step2 })}</Specimen>
        <Specimen state={t(($) => $.preview.state.dragged)}>
          {chip(limit, QUIET, { move: { ...moved, phase: 'held' } })}
        </Specimen>
        <Specimen state={t(($) => $.preview.state.asking)}>
          {chip(limit, QUIET, { move: { ...moved, phase: 'asking' } })}
        </Specimen>
        <Specimen state={t(($) => $.preview.state.busy)}>
          {chip(limit, QUIET, { move: { ...moved, phase: 'sending' } })}
        </Specimen>
        <Specimen state={t(($) => $.preview.state.changing)}>{chip(changing)}</Specimen>
        <Specimen state={t(($) => $.preview.state.refused)}>{chip(limit, QUIET, { move: refused })}</Specimen>
      </Wrap>
    </Section>
  );
}
