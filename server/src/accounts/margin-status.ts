/** Computes the margin of a sub-account: its durable record valued at the marks, by the engine's own functions. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { ContractMargin, InvestorMarginEntry, MarginState, MarginStatus } from '@mua/contract/entities/margin';
import { type EngineState, inForce, type OpenPosition, sharedAboveVnd } from '@mua/core/engine';
import {
  estimatedProfit,
  explainAvailable,
  explainEquity,
  explainRatio,
  explainRequired,
  explainShortfall,
  explainWithdrawable,
  type LeaderShare,
  leaderShareVnd,
} from '@mua/core/preview';
import { formatDecimal, priceToText, type Vnd } from '@mua/core/values';
import type { AccountRecord } from '#accounts/account-records.ts';
import { subscriptionToWire } from '#accounts/stored-subscription.ts';
import type { Marks } from '#orders/position-wire.ts';
import type { ContractStatusOf } from '#schedule/contract-status.ts';
import { marginLevelsToWire } from '#wire/margin-levels.ts';
import { instantOrNull, instantText } from '#wire/wire-text.ts';

export interface Valuation {
  readonly state: EngineState;
  readonly marks: Marks;
  /** Journal position at which the current trade date began. */
  readonly tradeDateSeq: () => number;
  readonly contractStatusOf: ContractStatusOf;
}

export function marginStatusOf(record: AccountRecord, at: Valuation): MarginStatus {
  const sums = sumsOf(record, at);
  const leaderShare = leaderShareOf(at.state, record.accountId);
  const codes = new Set([
    ...record.positions.map((position) => position.contractCode),
    ...record.working.map((working) => working.contractCode),
  ]);
  return {
    accountId: record.accountId,
    isDemo: record.isDemo,
    cash: record.cashVnd.toString(),
    held: record.heldVnd.toString(),
    estimatedProfit: sums.estimatedVnd.toString(),
    equity: sums.equity.toString(),
    ...figuresOf(record, sums.equity),
    ladder: marginStateOf(record, sums.equity, at.state),
    withdrawable: explainWithdrawable({
      availableVnd: sums.equity - record.requiredVnd,
      cashVnd: record.cashVnd,
      heldVnd: record.heldVnd,
      leaderShareVnd: leaderShare && leaderShareVnd(sums.equity, leaderShare),
    }).value.toString(),
    leaderShare: leaderShare
      ? { above: leaderShare.aboveVnd.toString(), rate: formatDecimal(BigInt(leaderShare.feeBasisPoints), 2) }
      : null,
    deficit: record.deficitVnd.toString(),
    subscription: record.subscription && subscriptionToWire(record.subscription),
    contracts: [...codes].sort().map((contractCode) => contractMarginOf(record, contractCode, at)),
    seq: record.seq,
  };
}

function marginStateOf({ ladder, requiredVnd }: AccountRecord, equity: bigint, state: EngineState): MarginState | null {
  const rules = inForce(state.rules, state.timeMs)?.ladder;
  if (!rules) return null;
  const solvency = { equityVnd: equity, requiredVnd };
  return {
    rung: ladder.rung,
    deadline: instantOrNull(ladder.deadlineMs),
    isLiquidating: ladder.isLiquidating,
    missing: explainShortfall(solvency, rules.callPercent).value.toString(),
    toLift: explainShortfall(solvency, rules.liftPercent).value.toString(),
    levels: marginLevelsToWire(rules),
  };
}

export function marginEntryOf(record: AccountRecord, at: Valuation): InvestorMarginEntry {
  const { equity } = sumsOf(record, at);
  const { accountId, isDemo, seq } = record;
  return { accountId, isDemo, equity: equity.toString(), ...figuresOf(record, equity), seq };
}

export function overviewOf(record: AccountRecord, fullName: string, at: Valuation): AccountOverview {
  const { equity, estimatedVnd } = sumsOf(record, at);
  const suffix = record.accountId.slice(record.accountId.lastIndexOf('-') + 1);
  return {
    accountId: record.accountId,
    subAccountCode: record.accountId,
    subAccountName: `${fullName} ${suffix}`,
    isActivated: record.isActivated,
    isDemo: record.isDemo,
    productTypes: ['FUTURES', 'ACM'],
    totalEquity: equity.toString(),
    availableMargin: (equity - record.requiredVnd).toString(),
    estimatedProfitLoss: estimatedVnd.toString(),
    realizedProfitLoss: record.realisedVnd.toString(),
    copying: copyingOf(at.state, record.accountId),
    seq: record.seq,
  };
}

function leaderShareOf({ accounts }: EngineState, accountId: string): LeaderShare | undefined {
  const copy = accounts.get(accountId)?.copy;
  if (!copy) return undefined;
  const { performanceFeeBasisPoints: feeBasisPoints } = copy.strategy.terms;
  return { aboveVnd: sharedAboveVnd(copy.week), feeBasisPoints };
}

/** What the sub-account leads, or is dedicated to. */
function copyingOf({ accounts }: EngineState, accountId: string): AccountOverview['copying'] {
  const account = accounts.get(accountId);
  const [role, strategy] = account?.copy
    ? ['FOLLOWS' as const, account.copy.strategy]
    : ['LEADS' as const, account?.strategy];
  return strategy ? { role, strategyId: strategy.strategyId, strategyName: strategy.terms.name } : null;
}

export function sumsOf(record: AccountRecord, at: Valuation): { estimatedVnd: Vnd; equity: bigint } {
  let estimatedVnd = 0n;
  for (const position of record.positions) estimatedVnd += profitVnd(position, at);
  const { cashVnd, heldVnd } = record;
  return { estimatedVnd, equity: explainEquity({ cashVnd, heldVnd, estimatedProfitVnd: estimatedVnd }).value };
}

/** A position without a mark has no profit, as in the engine. */
function profitVnd(position: OpenPosition, { state, marks }: Valuation): Vnd {
  const mark = marks(position.contractCode);
  const terms = state.terms.get(state.contracts.get(position.contractCode)?.commodity.code ?? '');
  return mark === null || !terms ? 0n : estimatedProfit(position, mark, terms).vnd;
}

function figuresOf(
  record: AccountRecord,
  equity: bigint,
): Pick<MarginStatus, 'requiredMargin' | 'availableMargin' | 'transactionFee' | 'marginRatio'> {
  const solvency = { equityVnd: equity, requiredVnd: record.requiredVnd };
  const ratio = explainRatio(solvency).value;
  return {
    requiredMargin: record.requiredVnd.toString(),
    availableMargin: explainAvailable(solvency).value.toString(),
    transactionFee: record.feesVnd.toString(),
    marginRatio: ratio === null ? null : formatDecimal(ratio, 2),
  };
}

function contractMarginOf(record: AccountRecord, contractCode: string, at: Valuation): ContractMargin {
  const { state, marks } = at;
  const listed = state.contracts.get(contractCode);
  if (!listed) throw new Error(`margin in an unlisted contract: ${contractCode}`);
  const { grid, code } = listed.commodity;
  const position = record.positions.find((one) => one.contractCode === contractCode);
  const working = record.working.find((one) => one.contractCode === contractCode);
  const exposure = {
    netLots: position?.netLots ?? 0,
    workingBuyLots: working?.buyLots ?? 0,
    workingSellLots: working?.sellLots ?? 0,
  };
  const perLot = state.terms.get(code)?.marginPerLotVnd[record.investorKind] ?? 0n;
  const mark = marks(contractCode);
  return {
    contractCode,
    ...exposure,
    marginPerLot: perLot.toString(),
    requiredMargin: explainRequired(exposure, perLot).value.toString(),
    marketPrice: mark === null ? null : priceToText(mark, grid),
    openLots: (position?.openLots ?? []).map((lot) => ({
      lots: lot.lots,
      price: priceToText(lot.priceTicks, grid),
      time: instantText(lot.timeMs),
    })),
    estimatedProfit: (position ? profitVnd(position, at) : 0n).toString(),
  };
}
