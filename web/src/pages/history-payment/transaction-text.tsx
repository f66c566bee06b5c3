/** Describes a transaction: its trade, the bank's reference or the payer's memo. */
import type { Transaction } from '@mua/contract/entities/transaction';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Profit } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';

/** Types with a text written by a person; the identifiers of the others mean nothing to a reader. */
const WRITTEN: readonly Transaction['type'][] = ['DEPOSIT', 'WITHDRAW', 'WITHDRAW_RETURNED'];

export function TransactionContent({ transaction: { type, note, fill } }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  if (!fill) return WRITTEN.includes(type) ? note : null;
  const { contractCode, side, lots, price } = fill;
  const grid = contracts.get(contractCode)?.decimalFormat;
  return t(($) => $.money.ofTrade, {
    side: t(($) => $.words.side[side]),
    lots: format.volume(lots),
    contract: contractCode,
    price: wirePrice(format, price, grid),
  });
}

/** Only a trading result is coloured as good or bad: a fee is neither, and a deposit is no profit. */
export function TransactionAmount({ transaction: { type, amount } }: { transaction: Transaction }) {
  const format = useFormat();
  if (type === 'ACTUAL_PROFIT') return <Profit amount={amount} bare />;
  const { text } = format.profit(amount, { bare: true });
  return <span className={cn('whitespace-nowrap', type === 'DEPOSIT' && 'font-medium')}>{text}</span>;
}
