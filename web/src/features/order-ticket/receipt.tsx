/** What the order does to the account, before → after, always open; each figure says how it was reckoned. */
import type { AnyExplanation } from '@mua/core/preview';
import { formatDecimal, type Lots } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { ExplainedFigure } from '#design/ui/explained-figure.tsx';
import { BeforeAfter } from '#design/ui/figures.tsx';
import { explainReceiptRow, type ReceiptRowName } from '#features/order-ticket/ticket-explanations.ts';
import type { TicketFigures } from '#features/order-ticket/ticket-figures.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { MISSING } from '#i18n/format.ts';
import { type Format, useFormat } from '#i18n/use-format.ts';

const ROWS: readonly ReceiptRowName[] = ['required', 'available', 'ratio', 'position', 'fee'];

interface Figure {
  readonly before: string;
  readonly after: string;
}

interface Writer {
  readonly t: TFunction;
  readonly format: Format;
}

export function Receipt({ ticket: { contract, figures, read } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const format = useFormat();
  const written = figures && writtenFigures({ t, format }, figures);
  const isShort = figures !== null && !figures.preview.isAccepted;
  const names: Record<ReceiptRowName, string> = {
    required: t(($) => $.words.margin.requiredMargin),
    available: t(($) => $.words.margin.availableMargin),
    ratio: t(($) => $.words.margin.marginRatio),
    position: t(($) => $.ticket.positionOf, { contract: contract.code }),
    fee: t(($) => $.words.margin.transactionFee),
  };
  return (
    <dl className="grid grid-cols-1 border-border border-y py-2 text-12 tabular-nums leading-5.5">
      {ROWS.map((row) => (
        <ReceiptRow
          key={row}
          name={names[row]}
          figure={written?.[row] ?? null}
          explain={() => figures && explainReceiptRow(row, figures, read.lots)}
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
  readonly explain: () => AnyExplanation | null;
  readonly hasAfter: boolean;
  readonly isBad: boolean;
}

function ReceiptRow({ name, figure, explain, hasAfter, isBad }: ReceiptRowProps) {
  return (
    <div className="relative flex items-baseline justify-between gap-2">
      <dt className="truncate text-fg-2">{name}</dt>
      <dd className={cn('whitespace-nowrap', isBad && 'text-danger')}>
        {figure === null ? (
          MISSING
        ) : (
          // The whole row is the target, its name included.
          <ExplainedFigure name={name} explain={explain} className="after:absolute after:inset-0">
            {hasAfter ? <BeforeAfter before={figure.before} after={figure.after} /> : figure.before}
          </ExplainedFigure>
        )}
      </dd>
    </div>
  );
}

function writtenFigures(writer: Writer, { preview, feesTodayVnd }: TicketFigures): Record<ReceiptRowName, Figure> {
  const { format } = writer;
  const bare = (amount: bigint) => format.vnd(amount, { bare: true });
  const { requiredVnd, availableVnd, ratioBasisPoints, netLots } = preview;
  return {
    required: { before: bare(requiredVnd.before), after: bare(requiredVnd.after) },
    available: { before: bare(availableVnd.before), after: bare(availableVnd.after) },
    ratio: { before: ratioText(format, ratioBasisPoints.before), after: ratioText(format, ratioBasisPoints.after) },
    position: { before: netText(writer, netLots.before), after: netText(writer, netLots.after) },
    fee: { before: bare(feesTodayVnd.before), after: format.vnd(feesTodayVnd.after) },
  };
}

function ratioText(format: Format, basisPoints: bigint | null): string {
  return format.ratio(basisPoints === null ? null : formatDecimal(basisPoints, 2));
}

function netText({ t, format }: Writer, lots: Lots): string {
  if (lots === 0) return '0';
  const side = t(($) => $.words.side[lots > 0 ? 'BUY' : 'SELL']);
  return t(($) => $.ticket.toSide, { side, lots: format.volume(Math.abs(lots)) });
}
