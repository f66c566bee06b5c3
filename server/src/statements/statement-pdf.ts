/** Draws a statement as a tagged PDF, the same bytes for the same statement, with its JSON as an attachment. */
import type { StatementFile } from '@mua/contract/entities/statement';
import type { SumName } from '@mua/contract/movement-sums';
import { type PriceGrid, priceTextToDisplay } from '@mua/core/values';
import type { Language } from '#messages/language.ts';
import {
  type Document,
  drawFeet,
  drawRow,
  drawText,
  FONTS,
  GREY,
  MARGIN,
  newDocument,
  SIZE,
  type Structure,
} from '#signed-contracts/paper-pdf.ts';
import {
  dateText,
  decimalText,
  filled,
  type StatementWords,
  statementWords,
  sumText,
  timeText,
} from '#statements/statement-words.ts';
import { contractSums, type MonthSums } from '#statements/year-sums.ts';

export interface StatementFacts {
  readonly file: StatementFile;
  /** Whose sub-account it is. */
  readonly holder: string;
  /** How prices of the contracts in it are written. */
  readonly grids: Readonly<Record<string, PriceGrid>>;
  /** A year's, which stand on paper in place of its lines; null for a day or a month. */
  readonly months: readonly MonthSums[] | null;
  readonly language: Language;
}

/** What readers of the attachment look for. */
export const ATTACHMENT = 'statement.json';

interface Table {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Shares of the width. */
  readonly shares: readonly number[];
  /** The first column of figures; all behind it are figures too. */
  readonly numericFrom: number;
}

export async function statementPdf(facts: StatementFacts): Promise<Buffer> {
  const { file, holder, language } = facts;
  const { statement, proof } = file;
  const words = statementWords(language);
  const title = filled(words.title, { account: statement.accountId });
  const period = filled(words.period, { from: dateText(statement.from), to: dateText(statement.to) });
  const { document, ended } = newDocument({ title, language, date: statement.to });
  const created = new Date(`${statement.to}T00:00:00Z`);
  document.file(Buffer.from(JSON.stringify(file)), {
    ...{ name: ATTACHMENT, type: 'application/json', description: title },
    ...{ creationDate: created, modifiedDate: created },
  });
  const whole = document.struct('Document');
  document.addStructure(whole);
  drawText(document, whole, 'H1', () => document.font(FONTS.bold).fontSize(SIZE.title).text(title));
  drawText(document, whole, 'P', () => document.font(FONTS.bold).fontSize(SIZE.article).text(holder));
  drawText(document, whole, 'P', () => document.font(FONTS.plain).fontSize(SIZE.text).fillColor(GREY).text(period));
  document.fillColor('black');
  for (const table of tablesOf(facts, words)) drawTable(document, whole, table, words.none);
  if (facts.months) drawText(document, whole, 'P', () => document.moveDown(1).fontSize(SIZE.text).text(words.lines));
  drawProof(document, whole, words, proof);
  whole.end();
  drawFeet(document, title, { page: words.page, version: period });
  document.end();
  return ended;
}

function tablesOf(facts: StatementFacts, words: StatementWords): readonly Table[] {
  const { statement } = facts.file;
  const { opening, closing } = statement;
  const { months, language } = facts;
  const sum = (dong: string | bigint): string => sumText(dong.toString(), language);
  const moved = BigInt(closing.cash) - BigInt(opening.cash);
  const writing = { price: priceIn(facts), sum };
  return [
    {
      ...{ title: '', heads: [...words.sums], rows: [[opening.cash, moved, closing.cash].map(sum)] },
      ...{ shares: [1, 1, 1], numericFrom: 0 },
    },
    ...(months ? yearTables(statement, months, words, writing) : lineTables(statement, words, writing)),
    positionsTable(statement, words, writing),
    marginTable(statement, words, { sum, decimal: (text) => decimalText(text, language) }),
  ];
}

type Statement = StatementFile['statement'];

interface Writing {
  price(contractCode: string, text: string): string;
  sum(dong: string | bigint): string;
}

function priceIn({ grids }: StatementFacts): Writing['price'] {
  return (contractCode, text) => {
    const grid = grids[contractCode];
    if (!grid) throw new Error(`a statement of an unlisted contract: ${contractCode}`);
    return priceTextToDisplay(text, grid) ?? text;
  };
}

function yearTables(
  statement: Statement,
  months: readonly MonthSums[],
  words: StatementWords,
  { sum }: Writing,
): readonly Table[] {
  return [
    {
      ...words.months,
      rows: months.map(({ month, sums, cash }) => {
        const of = (...names: readonly SumName[]) => sum(names.reduce((all, name) => all + (sums.get(name) ?? 0n), 0n));
        return [
          ...[
            dateText(month),
            of('deposits', 'withdrawals', 'transfers'),
            of('profit'),
            of('fees', 'packages', 'copyFees'),
            of('copyEarnings', 'others'),
          ],
          sum(cash),
        ];
      }),
      ...{ shares: [0.75, 1.35, 1.3, 1.15, 1.1, 1.35], numericFrom: 1 },
    },
    {
      ...words.contracts,
      rows: contractSums(statement).map(({ contractCode, tradedLots, closedTrades, feesVnd, profitVnd }) => [
        ...[contractCode, sum(String(tradedLots)), sum(String(closedTrades)), sum(-feesVnd), sum(profitVnd)],
      ]),
      ...{ shares: [1.1, 1.5, 1.1, 1.2, 1.3], numericFrom: 1 },
    },
  ];
}

function lineTables(
  { movements, fills, closedTrades, orders }: Statement,
  words: StatementWords,
  { price, sum }: Writing,
): readonly Table[] {
  return [
    {
      ...words.movements,
      rows: movements.map(({ timestamp, type, note, fill, amount, balance }) => [
        ...[timeText(timestamp), words.types[type] ?? type],
        fill
          ? `${words.side[fill.side]} ${fill.lots} ${fill.contractCode} @ ${price(fill.contractCode, fill.price)}`
          : note,
        ...[sum(amount), sum(balance)],
      ]),
      ...{ shares: [1.75, 1.4, 1.85, 1.5, 1.5], numericFrom: 3 },
    },
    {
      ...words.orders,
      rows: orders.map((order) => [
        ...[timeText(order.dateTime), order.contractCode, words.side[order.side]],
        words.statuses[order.status] ?? order.status,
        ...[String(order.quantity), String(order.filledQuantity)],
      ]),
      ...{ shares: [1.9, 1.2, 1, 1.3, 0.9, 0.9], numericFrom: 4 },
    },
    {
      ...words.fills,
      rows: fills.map(({ time, contractCode, side, lots, price: at, fee }) => [
        ...[timeText(time), contractCode, words.side[side], String(lots), price(contractCode, at), sum(fee)],
      ]),
      ...{ shares: [1.9, 1.2, 1, 0.8, 1.2, 1.1], numericFrom: 3 },
    },
    {
      ...words.closedTrades,
      rows: closedTrades.map(({ settleTime, contractCode, buyQuantity, buyPrice, sellPrice, actualProfitVnd }) => [
        ...[timeText(settleTime), contractCode, String(buyQuantity)],
        ...[price(contractCode, buyPrice), price(contractCode, sellPrice), sum(actualProfitVnd)],
      ]),
      ...{ shares: [1.9, 1.1, 0.7, 1.1, 1.1, 1.5], numericFrom: 2 },
    },
  ];
}

function positionsTable({ positions }: Statement, words: StatementWords, { price }: Writing): Table {
  return {
    ...words.positions,
    rows: positions.map(({ contractCode, lots, averagePrice, settlementPrice }) => [
      ...[contractCode, words.side[lots > 0 ? 'BUY' : 'SELL'], String(Math.abs(lots))],
      price(contractCode, averagePrice),
      settlementPrice === null ? '–' : price(contractCode, settlementPrice),
    ]),
    ...{ shares: [1.4, 1, 1, 1.4, 1.4], numericFrom: 2 },
  };
}

function marginTable(
  { margin, closing, rates }: Statement,
  { margin: say }: StatementWords,
  { sum, decimal }: Readonly<Record<'sum' | 'decimal', (text: string) => string>>,
): Table {
  return {
    title: say.title,
    heads: [],
    rows: [
      [say.estimated, sum(closing.estimatedProfit)],
      [say.held, sum(closing.heldWithdrawals)],
      [say.equity, sum(margin.equity)],
      [say.required, sum(margin.required)],
      [say.available, sum(margin.available)],
      [say.ratio, margin.ratio === null ? '–' : `${decimal(margin.ratio)}%`],
      ...rates.map(({ currency, rate }) => [filled(say.rate, { currency }), decimal(rate.replace(/\.?0+$/, ''))]),
    ],
    ...{ shares: [2, 1], numericFrom: 1 },
  };
}

function drawTable(document: Document, whole: Structure, table: Table, none: string): void {
  const { title, heads, rows, shares, numericFrom } = table;
  document.moveDown(0.8);
  if (title !== '')
    drawText(document, whole, 'H2', () => document.font(FONTS.bold).fontSize(SIZE.article).text(title, MARGIN));
  if (rows.length === 0) {
    drawText(document, whole, 'P', () => document.font(FONTS.plain).fontSize(SIZE.text).fillColor(GREY).text(none));
    document.fillColor('black');
    return;
  }
  const room = document.page.width - 2 * MARGIN;
  const all = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => (share / all) * room);
  const element = document.struct('Table');
  whole.add(element);
  document.moveDown(0.3);
  const lines = heads.length > 0 ? [heads, ...rows] : rows;
  for (const [place, cells] of lines.entries())
    drawRow(document, element, {
      ...{ cells, widths },
      isHead: () => heads.length > 0 && place === 0,
      isNumeric: (column) => column >= numericFrom,
    });
  element.end();
  document.x = MARGIN;
}

function drawProof(
  document: Document,
  whole: Structure,
  { proof: say }: StatementWords,
  { day, dayHash, key }: StatementFile['proof'],
): void {
  document.moveDown(1);
  drawText(document, whole, 'H2', () => document.font(FONTS.bold).fontSize(SIZE.article).text(say.title, MARGIN));
  for (const text of [say.about, `${say.root}: ${day.root}`, `${say.dayHash}: ${dayHash}`, `${say.key}: ${key}`])
    drawText(document, whole, 'P', () => document.font(FONTS.plain).fontSize(SIZE.small).text(text, { lineGap: 2 }));
}
