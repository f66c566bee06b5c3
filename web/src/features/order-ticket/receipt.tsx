/** What the order does to the account, before → after, always open; each figure says how it was reckoned. */
import { formatDecimal } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Explained } from '#design/ui/explained.tsx';
import { BeforeAfter } from '#design/ui/figures.tsx';
import { MINUS, MISSING } from '#i18n/format.ts';
import { type Format, useFormat } from '#i18n/use-format.ts';
import type { TicketFigures } from './ticket-figures.ts';
import type { Ticket } from './use-ticket.ts';

type RowName = 'required' | 'available' | 'ratio' | 'position' | 'fee';
const ROWS: readonly RowName[] = ['required', 'available', 'ratio', 'position', 'fee'];

interface Figure {
  readonly before: string;
  readonly after: string;
  readonly explained: string;
}

interface Writer {
  readonly t: TFunction;
  readonly format: Format;
}

export function Receipt({ ticket: { contract, figures, read } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const format = useFormat();
  const order = { contractCode: contract.code, lots: read.lots };
  const written = figures && writtenFigures({ t, format }, figures, order);
  const isShort = figures !== null && !figures.preview.isAccepted;
  const names: Record<RowName, string> = {
    required: t(($) => $.words.margin.requiredMargin),
    available: t(($) => $.words.margin.availableMargin),
    ratio: t(($) => $.words.margin.marginRatio),
    position: t(($) => $.ticket.positionOf, { contract: contract.code }),
    fee: t(($) => $.words.margin.transactionFee),
  };
  return (
    <dl className="grid border-border border-y py-2 text-12 tabular-nums leading-5.5">
      {ROWS.map((row) => (
        <ReceiptRow
          key={row}
          name={names[row]}
          figure={written?.[row] ?? null}
          hasAfter={read.lots > 0}
          isBad={row === 'available' && isShort}
        />
      ))}
    </dl>
  );
}

interface ReceiptRowProps {
  readonly name: string;
  readonly figure: Figure | null;
  readonly hasAfter: boolean;
  readonly isBad: boolean;
}

function ReceiptRow({ name, figure, hasAfter, isBad }: ReceiptRowProps) {
  return (
    <div className="relative flex items-baseline justify-between gap-2">
      <dt className="truncate text-fg-2">{name}</dt>
      <dd className={cn('whitespace-nowrap', isBad && 'text-danger')}>
        {figure === null ? (
          MISSING
        ) : (
          // The whole row is the target, its name included.
          <Explained text={figure.explained} side="top" align="end" className="after:absolute after:inset-0">
            {hasAfter ? <BeforeAfter before={figure.before} after={figure.after} /> : figure.before}
          </Explained>
        )}
      </dd>
    </div>
  );
}

type Order = { readonly contractCode: string; readonly lots: number };

function writtenFigures(writer: Writer, figures: TicketFigures, order: Order): Record<RowName, Figure> {
  const { format } = writer;
  const { preview, feesTodayVnd } = figures;
  const explained = explanations(writer, figures, order);
  const bare = (amount: bigint) => format.vnd(amount, { bare: true });
  const { requiredVnd, availableVnd, ratioBasisPoints, netLots } = preview;
  return {
    required: { before: bare(requiredVnd.before), after: bare(requiredVnd.after), explained: explained.required },
    available: { before: bare(availableVnd.before), after: bare(availableVnd.after), explained: explained.available },
    ratio: {
      before: ratioText(format, ratioBasisPoints.before),
      after: ratioText(format, ratioBasisPoints.after),
      explained: explained.ratio,
    },
    position: {
      before: netText(writer, netLots.before),
      after: netText(writer, netLots.after),
      explained: explained.position,
    },
    fee: { before: bare(feesTodayVnd.before), after: format.vnd(feesTodayVnd.after), explained: explained.fee },
  };
}

/** The formulas with their live inputs. */
function explanations({ t, format }: Writer, figures: TicketFigures, order: Order): Record<RowName, string> {
  const { preview, equityVnd, feesTodayVnd, feePerLotVnd, marginPerLotVnd, worstCaseLots, othersVnd } = figures;
  const { requiredVnd, ratioBasisPoints, netLots, feeVnd } = preview;
  const ratio = ratioBasisPoints.after;
  return {
    required: t(($) => $.ticket.explain.required, {
      perLot: format.vnd(marginPerLotVnd),
      lots: format.volume(worstCaseLots),
      contract: order.contractCode,
      others: format.vnd(othersVnd),
    }),
    available: t(($) => $.ticket.explain.available, {
      equity: format.vnd(equityVnd.before),
      fee: format.vnd(feeVnd),
      required: format.vnd(requiredVnd.after),
    }),
    ratio:
      ratio === null
        ? t(($) => $.ticket.explain.noRatio)
        : t(($) => $.ticket.explain.ratio, {
            ratio: ratioText(format, ratio),
            equity: format.vnd(equityVnd.after),
            required: format.vnd(requiredVnd.after),
          }),
    position: t(($) => $.ticket.explain.position, {
      before: signedLots(format, netLots.before),
      change: signedLots(format, netLots.after - netLots.before),
    }),
    fee: t(($) => $.ticket.explain.fee, {
      lots: format.volume(order.lots),
      perLot: format.vnd(feePerLotVnd),
      fee: format.vnd(feeVnd),
      before: format.vnd(feesTodayVnd.before),
    }),
  };
}

function ratioText(format: Format, basisPoints: bigint | null): string {
  return format.ratio(basisPoints === null ? null : formatDecimal(basisPoints, 2));
}

function signedLots(format: Format, lots: number): string {
  const sign = lots === 0 ? '' : lots > 0 ? '+' : MINUS;
  return sign + format.volume(Math.abs(lots));
}

function netText({ t, format }: Writer, lots: number): string {
  if (lots === 0) return '0';
  const side = t(($) => $.words.side[lots > 0 ? 'BUY' : 'SELL']);
  return t(($) => $.ticket.toSide, { side, lots: format.volume(Math.abs(lots)) });
}
