/** What a statement is made of: movements, fills, closed trades, closing positions, margin and rates. */
import type { Statement } from '@mua/contract/entities/statement';
import { useTranslation } from 'react-i18next';
import { Tab, TabContent, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { TransactionAmount, TransactionContent } from '#pages/history-payment/transaction-text.tsx';
import { type StatementColumn, StatementRows } from '#pages/statements/statement-rows.tsx';

interface ListProps {
  readonly statement: Statement;
}

export function StatementLists({ statement }: ListProps) {
  const { t } = useTranslation();
  const { movements, fills, closedTrades, positions } = statement;
  return (
    <Card className="overflow-hidden p-0">
      <Tabs defaultValue="movements">
        <TabsList aria-label={t(($) => $.statements.title)} className="border-border border-b px-2">
          <Tab value="movements" count={movements.length}>
            {t(($) => $.statements.movements)}
          </Tab>
          <Tab value="fills" count={fills.length}>
            {t(($) => $.statements.fills)}
          </Tab>
          <Tab value="closedTrades" count={closedTrades.length}>
            {t(($) => $.statements.closedTrades)}
          </Tab>
          <Tab value="positions" count={positions.length}>
            {t(($) => $.statements.positions)}
          </Tab>
          <Tab value="margin">{t(($) => $.statements.marginAndRates)}</Tab>
        </TabsList>
        <TabContent value="movements">
          <Movements statement={statement} />
        </TabContent>
        <TabContent value="fills">
          <Fills statement={statement} />
        </TabContent>
        <TabContent value="closedTrades">
          <ClosedTrades statement={statement} />
        </TabContent>
        <TabContent value="positions">
          <Positions statement={statement} />
        </TabContent>
        <TabContent value="margin">
          <MarginAndRates statement={statement} />
        </TabContent>
      </Tabs>
    </Card>
  );
}

type Movement = Statement['movements'][number];

function Movements({ statement: { movements, opening, closing } }: ListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const sum = (BigInt(closing.cash) - BigInt(opening.cash)).toString();
  const columns: readonly StatementColumn<Movement>[] = [
    {
      name: t(($) => $.money.time),
      cell: ({ timestamp }) => format.dateTime(timestamp),
      className: 'text-fg-2',
    },
    { name: t(($) => $.money.type), cell: ({ type }) => t(($) => $.money.types[type]), place: 'head' },
    {
      name: t(($) => $.money.content),
      cell: (movement) => <TransactionContent transaction={movement} />,
      className: 'text-fg-2',
    },
    {
      name: t(($) => $.money.amount),
      cell: (movement) => <TransactionAmount transaction={movement} />,
      numeric: true,
      place: 'figure',
      total: format.profit(sum, { bare: true }).text,
    },
    {
      name: t(($) => $.money.balance),
      cell: ({ balance }) => format.vnd(balance, { bare: true }),
      numeric: true,
      total: format.vnd(closing.cash, { bare: true }),
    },
  ];
  return (
    <StatementRows
      label={t(($) => $.statements.movements)}
      columns={columns}
      rows={movements}
      keyOf={({ transactionId }) => transactionId}
      nothing={t(($) => $.statements.nothing.movements)}
    />
  );
}

function usePriceText(): (contractCode: string, price: string) => string {
  const format = useFormat();
  const contracts = useContractsByCode();
  return (contractCode, price) => wirePrice(format, price, contracts.get(contractCode)?.decimalFormat);
}

function Fills({ statement: { fills } }: ListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const priceText = usePriceText();
  const columns: readonly StatementColumn<Statement['fills'][number]>[] = [
    { name: t(($) => $.money.time), cell: ({ time }) => format.dateTime(time), className: 'text-fg-2' },
    { name: t(($) => $.statements.contract), cell: ({ contractCode }) => contractCode, place: 'head' },
    {
      name: t(($) => $.statements.side),
      cell: ({ side }) => (
        <span className={side === 'BUY' ? 'text-buy-text' : 'text-sell-text'}>{t(($) => $.words.side[side])}</span>
      ),
    },
    { name: t(($) => $.statements.lots), cell: ({ lots }) => format.volume(lots), numeric: true },
    {
      name: t(($) => $.statements.price),
      cell: ({ contractCode, price }) => priceText(contractCode, price),
      numeric: true,
      place: 'figure',
    },
    { name: t(($) => $.statements.fee), cell: ({ fee }) => format.vnd(fee, { bare: true }), numeric: true },
  ];
  return (
    <StatementRows
      label={t(($) => $.statements.fills)}
      columns={columns}
      rows={fills}
      keyOf={({ fillId }) => fillId}
      nothing={t(($) => $.statements.nothing.fills)}
    />
  );
}

function ClosedTrades({ statement: { closedTrades } }: ListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const priceText = usePriceText();
  const columns: readonly StatementColumn<Statement['closedTrades'][number]>[] = [
    { name: t(($) => $.money.time), cell: ({ settleTime }) => format.dateTime(settleTime), className: 'text-fg-2' },
    { name: t(($) => $.statements.contract), cell: ({ contractCode }) => contractCode, place: 'head' },
    { name: t(($) => $.statements.lots), cell: ({ buyQuantity }) => format.volume(buyQuantity), numeric: true },
    {
      name: t(($) => $.statements.bought),
      cell: ({ contractCode, buyPrice }) => priceText(contractCode, buyPrice),
      numeric: true,
    },
    {
      name: t(($) => $.statements.sold),
      cell: ({ contractCode, sellPrice }) => priceText(contractCode, sellPrice),
      numeric: true,
    },
    {
      name: t(($) => $.statements.result),
      cell: ({ actualProfitVnd }) => <Profit amount={actualProfitVnd} bare />,
      numeric: true,
      place: 'figure',
    },
  ];
  return (
    <StatementRows
      label={t(($) => $.statements.closedTrades)}
      columns={columns}
      rows={closedTrades}
      keyOf={({ settledId }) => settledId}
      nothing={t(($) => $.statements.nothing.closedTrades)}
    />
  );
}

function Positions({ statement: { positions } }: ListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const priceText = usePriceText();
  const columns: readonly StatementColumn<Statement['positions'][number]>[] = [
    { name: t(($) => $.statements.contract), cell: ({ contractCode }) => contractCode, place: 'head' },
    {
      name: t(($) => $.statements.side),
      cell: ({ lots }) => (
        <span className={lots > 0 ? 'text-buy-text' : 'text-sell-text'}>
          {t(($) => $.words.side[lots > 0 ? 'BUY' : 'SELL'])}
        </span>
      ),
    },
    {
      name: t(($) => $.statements.lots),
      cell: ({ lots }) => format.volume(Math.abs(lots)),
      numeric: true,
      place: 'figure',
    },
    {
      name: t(($) => $.statements.average),
      cell: ({ contractCode, averagePrice }) => priceText(contractCode, averagePrice),
      numeric: true,
    },
    {
      name: t(($) => $.statements.settlement),
      cell: ({ contractCode, settlementPrice }) =>
        settlementPrice === null ? '–' : priceText(contractCode, settlementPrice),
      numeric: true,
    },
  ];
  return (
    <StatementRows
      label={t(($) => $.statements.positions)}
      columns={columns}
      rows={positions}
      keyOf={({ contractCode }) => contractCode}
      nothing={t(($) => $.statements.nothing.positions)}
    />
  );
}

function MarginAndRates({ statement: { margin, closing, rates } }: ListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const facts = [
    [t(($) => $.statements.estimated), format.profit(closing.estimatedProfit).text],
    [t(($) => $.statements.held), format.vnd(closing.heldWithdrawals)],
    [t(($) => $.statements.equity), format.vnd(margin.equity)],
    [t(($) => $.statements.required), format.vnd(margin.required)],
    [t(($) => $.statements.available), format.vnd(margin.available)],
    [t(($) => $.statements.ratio), format.ratio(margin.ratio)],
    ...rates.map(({ currency, rate }) => [t(($) => $.statements.rate, { currency }), format.vnd(rate)]),
  ];
  return (
    <dl className="grid gap-x-10 px-5 py-3 md:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-border border-b py-2">
          <dt className="text-fg-2">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
