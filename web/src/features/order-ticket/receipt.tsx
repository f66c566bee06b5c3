/**
 * The receipt: the order's effect on the account, before → after, always open; each figure explains its calculation.
 */
import type { AnyExplanation } from '@mua/core/preview';
import { formatDecimal, type Lots } from '@mua/core/values';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { ExplainedFigure } from '#design/ui/figures/explained-figure.tsx';
import { BeforeAfter } from '#design/ui/figures/figures.tsx';
import { explainReceiptRow, type ReceiptRowName } from '#features/order-ticket/ticket-explanations.ts';
import type { TicketFigures } from '#features/order-ticket/ticket-figures.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { MISSING } from '#i18n/format.ts';
import { type Format, useFormat } from '#i18n/use-format.ts';

const ROWS: readonly ReceiptRowName[] = ['required', 'available', 'ratio', 'position', 'fee'];

/** Columns: name, from, arrow, to; arrows and figures are aligned. */
const LIST = 'grid grid-cols-[1fr_auto_auto_auto] border-border border-y py-2 text-12 tabular-nums leading-5.5';
const ROW = 'relative col-span-full grid grid-cols-subgrid items-baseline gap-x-0';
const FIGURES = 'col-span-3 grid grid-cols-subgrid';

interface Figure {
  /** Null if there is no value before, or nothing yet to follow it. */
  readonly before: string | null;
  readonly after: string;
  /** Shown small, before a figure without a previous value: the day's fees, the cost per lot. */
  readonly note?: string;
}

interface Writer {
  readonly t: TFunction;
  readonly format: Format;
}

export function Receipt({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { contract, choice } = ticket;
  // Without an account that may trade here there are no figures, only public facts.
  if (choice.owner === 'visitor' || choice.owner === 'none' || choice.owner === 'notActivated')
    return <PublicReceipt ticket={ticket} />;
  const names: Record<ReceiptRowName, string> = {
    required: t(($) => $.words.margin.requiredMargin),
    available: t(($) => $.words.margin.availableMargin),
    ratio: t(($) => $.words.margin.marginRatio),
    position: t(($) => $.ticket.positionOf, { contract: contract.code }),
    fee: t(($) => $.ticket.orderFee),
  };
  return <OwnReceipt ticket={ticket} names={names} />;
}

interface OwnReceiptProps {
  readonly ticket: Ticket;
  readonly names: Record<ReceiptRowName, string>;
}

function OwnReceipt({ ticket: { figures, read, servicePackage }, names }: OwnReceiptProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const written = figures && writtenFigures({ t, format }, { figures, lots: read.lots, servicePackage });
  const isShort = figures !== null && !figures.preview.isAccepted;
  return (
    <dl className={LIST}>
      {ROWS.map((row) => (
        <ReceiptRow
          key={row}
          name={names[row]}
          figure={written?.[row] ?? null}
          explain={() => figures && explainReceiptRow(row, figures, read.lots)}
          isBad={row === 'available' && isShort}
        />
      ))}
    </dl>
  );
}

/** The margin and fee of the order, by the contract's public terms. */
function PublicReceipt({ ticket: { contract, read } }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { terms } = contract;
  if (!terms) return null;
  const figure = (perLot: string): Figure => ({
    before: null,
    after: format.vnd(BigInt(perLot) * BigInt(read.lots)),
    note: t(($) => $.ticket.perLot, { amount: format.vnd(BigInt(perLot), { bare: true }) }),
  });
  return (
    <div>
      <dl className={LIST} data-testid="public-receipt">
        <ReceiptRow
          name={t(($) => $.words.margin.requiredMargin)}
          // A visitor is assumed to become an individual investor.
          figure={figure(terms.marginPerLot.individual)}
        />
        <ReceiptRow name={t(($) => $.ticket.orderFee)} figure={figure(terms.feePerLot)} />
      </dl>
      <Link
        to="/margin-calculator"
        search={{ contract: contract.code, side: read.side, ...(read.lots > 0 ? { lots: String(read.lots) } : {}) }}
        className="mt-1.5 inline-block rounded-sm text-12 text-primary-text underline-offset-2 hover:underline max-md:py-3.5"
        data-testid="ticket-calculator"
      >
        {t(($) => $.ticket.calculator)}
      </Link>
    </div>
  );
}

interface ReceiptRowProps {
  readonly name: string;
  readonly figure: Figure | null;
  readonly explain?: () => AnyExplanation | null;
  readonly isBad?: boolean;
}

function ReceiptRow({ name, figure, explain, isBad = false }: ReceiptRowProps) {
  return (
    <div className={ROW}>
      <dt className="truncate pr-2 text-fg-2">{name}</dt>
      <dd className={cn('whitespace-nowrap', FIGURES, isBad && 'text-danger')}>
        {figure === null ? (
          <span className="col-span-3 text-right">{MISSING}</span>
        ) : explain ? (
          // The whole row is the target, its name included.
          <ExplainedFigure name={name} explain={explain} className={cn(FIGURES, 'after:absolute after:inset-0')}>
            <ReceiptFigure {...figure} />
          </ExplainedFigure>
        ) : (
          <ReceiptFigure {...figure} />
        )}
      </dd>
    </div>
  );
}

function ReceiptFigure({ before, after, note }: Figure) {
  if (before !== null) return <BeforeAfter before={before} after={after} className={FIGURES} />;
  return (
    <span className="col-span-3 text-right">
      {note !== undefined && <span aria-hidden className="mr-1.5 text-11 text-fg-3">{`${note} `}</span>}
      <span className="font-medium">{after}</span>
      {/* Read as one text, which starts with the resulting figure. */}
      {note !== undefined && <span className="sr-only">{`, ${note}`}</span>}
    </span>
  );
}

function writtenFigures(
  writer: Writer,
  {
    figures: { preview, equityVnd, feesTodayVnd },
    lots,
    servicePackage,
  }: { readonly figures: TicketFigures; readonly lots: Lots; readonly servicePackage: Ticket['servicePackage'] },
): Record<ReceiptRowName, Figure> {
  const { t, format } = writer;
  const bare = (amount: bigint) => format.vnd(amount, { bare: true });
  // Until there are lots, there is no value after the current one.
  const pair = (before: string, after: string): Figure =>
    lots > 0 ? { before, after } : { before: null, after: before };
  const { requiredVnd, availableVnd, ratioBasisPoints, netLots, feeVnd } = preview;
  // Without equity there is no ratio, not even after the fee.
  const ratio = (basisPoints: bigint | null) => ratioText(format, equityVnd.before === 0n ? null : basisPoints);
  const fee = { before: null, after: format.vnd(feeVnd) };
  return {
    required: pair(bare(requiredVnd.before), bare(requiredVnd.after)),
    available: pair(bare(availableVnd.before), bare(availableVnd.after)),
    ratio: pair(ratio(ratioBasisPoints.before), ratio(ratioBasisPoints.after)),
    position: pair(netText(writer, netLots.before), netText(writer, netLots.after)),
    fee: servicePackage
      ? { ...fee, note: packageNote(writer, lots, servicePackage) }
      : feesTodayVnd === 0n
        ? fee
        : { ...fee, note: t(($) => $.ticket.feeToday, { fee: bare(feesTodayVnd) }) },
  };
}

/** Whose fee it is, and what it would be without. */
function packageNote({ t, format }: Writer, lots: Lots, of: NonNullable<Ticket['servicePackage']>): string {
  const fee = format.vnd(BigInt(of.ordinaryFeePerLot) * BigInt(lots), { bare: true });
  return t(($) => $.ticket.packageFee, { title: of.title, fee });
}

function ratioText(format: Format, basisPoints: bigint | null): string {
  return format.ratio(basisPoints === null ? null : formatDecimal(basisPoints, 2));
}

function netText({ t, format }: Writer, lots: Lots): string {
  if (lots === 0) return '0';
  const side = t(($) => $.words.side[lots > 0 ? 'BUY' : 'SELL']);
  return t(($) => $.ticket.toSide, { side, lots: format.volume(Math.abs(lots)) });
}
