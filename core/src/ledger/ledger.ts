/**
 * Double entry, append-only, whole dong. A posting's entries sum to zero; a balance is the sum of its entries.
 * The ledger keeps balances only; the postings themselves are events of the journal.
 */

import type { Vnd } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

/** The broker's side of every posting; an investor's side is the sub-account's cash. */
export const BROKER_ACCOUNTS = ['deposits', 'withdrawals-paid', 'fees', 'realised-profit', 'remainder'] as const;
export type BrokerAccount = (typeof BROKER_ACCOUNTS)[number];

/**
 * `cash:<accountId>`, `deficit:<accountId>` or `house:<account>:<demo|live>`, the broker's own accounts: demo and live
 * money never share a counterparty.
 */
export type LedgerAccount = string;

export const POSTING_TYPES = [
  'deposit',
  'withdrawal',
  'fee',
  'package-fee',
  'transfer',
  'copy-fee',
  'performance-fee',
  'copy-earnings',
  'realised-profit',
  'deficit',
  'deficit-repaid',
] as const;
export type PostingType = (typeof POSTING_TYPES)[number];

export interface LedgerEntry {
  readonly account: LedgerAccount;
  /** Positive: the account gains. */
  readonly amountVnd: Vnd;
}

export interface Posting {
  readonly type: PostingType;
  /** The sub-account whose money moves. */
  readonly accountId: string;
  readonly amountVnd: Vnd;
  /** The order, fill or transfer that it belongs to. */
  readonly reference: string;
  readonly entries: readonly LedgerEntry[];
}

export type Balances = Map<LedgerAccount, Vnd>;

export function cashAccount(accountId: string): LedgerAccount {
  return `cash:${accountId}`;
}

export function brokerAccount(account: BrokerAccount, isDemo: boolean): LedgerAccount {
  return BROKER_NAMES[isDemo ? 'demo' : 'live'][account];
}

/** Built once: every fill names two of them. */
const BROKER_NAMES = { demo: brokerNames('demo'), live: brokerNames('live') };

function brokerNames(whose: 'demo' | 'live'): Readonly<Record<BrokerAccount, LedgerAccount>> {
  return {
    deposits: `house:deposits:${whose}`,
    'withdrawals-paid': `house:withdrawals-paid:${whose}`,
    fees: `house:fees:${whose}`,
    'realised-profit': `house:realised-profit:${whose}`,
    remainder: `house:remainder:${whose}`,
  };
}

/** The account of what a sub-account owes after losses beyond its money: negative by that amount. */
export function deficitAccount(accountId: string): LedgerAccount {
  return `deficit:${accountId}`;
}

/**
 * Money that goes from one sub-account to another: a posting for each, through an account that is empty again at once.
 */
export function passOn(input: {
  from: { readonly account: Payer; readonly type: PostingType };
  to: { readonly account: Payer; readonly type: PostingType };
  amountVnd: Vnd;
  reference: string;
}): readonly [Posting, Posting] {
  const { from, to, amountVnd, reference } = input;
  const passing: LedgerAccount = `passing:${from.account.isDemo ? 'demo' : 'live'}`;
  const given = { accountId: from.account.accountId, type: from.type, gives: from.account.cash, takes: passing };
  const taken = { accountId: to.account.accountId, type: to.type, gives: passing, takes: to.account.cash };
  return [postingOf({ ...given, amountVnd, reference }), postingOf({ ...taken, amountVnd, reference })];
}

/** A posting of a positive amount from one ledger account to another, for the sub-account that it concerns. */
export function postingOf(input: {
  type: PostingType;
  accountId: string;
  amountVnd: Vnd;
  reference: string;
  gives: LedgerAccount;
  takes: LedgerAccount;
}): Posting {
  const { type, accountId, amountVnd, reference, gives, takes } = input;
  return {
    type,
    accountId,
    amountVnd: takes === cashAccount(accountId) ? amountVnd : -amountVnd,
    reference,
    entries: [
      { account: takes, amountVnd },
      { account: gives, amountVnd: -amountVnd },
    ],
  };
}

/** A sub-account, as postings name it. */
export interface Payer {
  readonly accountId: string;
  readonly isDemo: boolean;
  readonly cash: LedgerAccount;
}

/** A posting between a sub-account's cash and one broker account. */
export function postingBetween(input: {
  type: PostingType;
  of: Payer;
  broker: BrokerAccount;
  amountVnd: Vnd;
  reference: string;
}): Posting {
  const { type, of, broker, amountVnd, reference } = input;
  const { accountId, isDemo, cash } = of;
  return {
    type,
    accountId,
    amountVnd,
    reference,
    entries: [
      { account: cash, amountVnd },
      { account: brokerAccount(broker, isDemo), amountVnd: -amountVnd },
    ],
  };
}

export function post(balances: Balances, posting: Posting): void {
  let sum = 0n;
  for (const entry of posting.entries) {
    sum += entry.amountVnd;
    balances.set(entry.account, (balances.get(entry.account) ?? 0n) + entry.amountVnd);
  }
  assert(sum === 0n, 'the entries of a posting sum to zero');
}

export function balanceOf(balances: Balances, account: LedgerAccount): Vnd {
  return balances.get(account) ?? 0n;
}
