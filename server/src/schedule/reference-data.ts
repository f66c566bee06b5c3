/**
 * Enters what must exist before the first order: rules, rates, commodities, listed contracts and, in a demo, people's
 * sub-accounts. Entered as commands, so the journal has it; a later start enters only changes (a new delivery month, a
 * changed margin, a corrected notice date). Trade dates and sessions follow from the clock (timekeeper.ts).
 */
import {
  CONVERSION_RATES,
  type Commodity,
  type Contract,
  DEFAULT_TRADING_RULES,
  type EngineState,
  hasEnded,
  type InvestorKind,
  type ListedContract,
  markTicks,
  type TradingRules,
} from '@mua/core/engine';
import type { Currency, Vnd } from '@mua/core/values';
import type { Sequencer } from '#journal/sequencer.ts';
import { type ListedInstrument, missingSpreads } from '#schedule/listings.ts';

export interface NewAccount {
  readonly accountId: string;
  readonly investorId: string;
  readonly investorKind: InvestorKind;
  readonly isActivated: boolean;
  readonly cashVnd: Vnd;
}

/** Prices are kept in ticks: with another tick, orders, positions, alerts and last prices would mean other prices. */
export class TicksInUseError extends Error {}

/** @throws TicksInUseError before anything is entered. */
export async function enterReferenceData(
  sequencer: Sequencer,
  data: {
    readonly instruments: readonly ListedInstrument[];
    readonly accounts: readonly NewAccount[];
    readonly nowMs: number;
  },
): Promise<void> {
  const { state } = sequencer;
  for (const { commodity } of data.instruments) demandSameTicks(state, commodity);
  const entered: Promise<unknown>[] = [];
  const enter = (body: Parameters<Sequencer['submit']>[0]): void => {
    entered.push(sequencer.submit(body));
  };
  const rulesNow = state.rules.at(-1)?.value;
  if (!rulesNow) enter({ kind: 'setTradingRules', fromMs: 0, rules: DEFAULT_TRADING_RULES });
  else if (encoded(rulesNow) !== encoded(DEFAULT_TRADING_RULES))
    enter({ kind: 'setTradingRules', fromMs: data.nowMs, rules: DEFAULT_TRADING_RULES });
  for (const [currency, history] of Object.entries(CONVERSION_RATES) as [
    Currency,
    (typeof CONVERSION_RATES)[Currency],
  ][]) {
    const known = state.rates.get(currency) ?? [];
    for (const { fromMs, value } of history) {
      if (known.some((entry) => entry.fromMs === fromMs && entry.value === value)) continue;
      enter({ kind: 'setConversionRate', currency, fromMs, rateE4: value });
    }
  }
  for (const { commodity } of data.instruments) {
    const known = state.commodities.get(commodity.code);
    if (!known || encoded(known) !== encoded(commodity)) enter({ kind: 'defineCommodity', commodity });
  }
  for (const { contract } of data.instruments) {
    const known = state.contracts.get(contract.code);
    const isCorrected = known && !hasEnded(state, known) && encoded(known.contract) !== encoded(contract);
    if (!known || isCorrected) enter({ kind: 'listContract', contract, settlementTicks: null });
  }
  for (const code of new Set(data.instruments.map(({ commodity }) => commodity.code))) {
    const months = data.instruments.flatMap(({ contract }) => (contract.commodityCode === code ? [contract] : []));
    for (const command of missingSpreads(state, months)) enter(command);
  }
  for (const account of data.accounts) {
    if (state.accounts.has(account.accountId)) continue;
    const { accountId, investorId, investorKind, isActivated, cashVnd } = account;
    enter({ kind: 'openAccount', accountId, investorId, investorKind, isDemo: true, isActivated });
    if (cashVnd > 0n) enter({ kind: 'deposit', accountId, amountVnd: cashVnd, reference: 'demo' });
  }
  await Promise.all(entered);
}

function demandSameTicks(state: EngineState, commodity: Commodity): void {
  const known = state.commodities.get(commodity.code);
  if (!known || ticksOf(known) === ticksOf(commodity)) return;
  const used = [...state.contracts.values()].find((listed) => listed.commodity === known && isInUse(state, listed));
  if (!used) return;
  throw new TicksInUseError(
    `${commodity.code} has another tick in this release (${ticksOf(commodity)}, before ${ticksOf(known)}), and ` +
      `${used.contract.code} is in use: its prices would mean others. Nothing was changed; start the release before, or ` +
      'give the commodity with the new tick a code of its own',
  );
}

/** What a price in ticks, and a tick of a lot, are worth. */
function ticksOf({ grid, tickValueMinor, currency }: Commodity): string {
  return `${grid.tickUnits} / 10^${grid.scale} = ${tickValueMinor} ${currency} cents`;
}

/** It trades and has a price, which alerts may be set against too; or somebody has something in it. */
function isInUse(state: EngineState, listed: ListedContract): boolean {
  const { code } = listed.contract;
  if (!hasEnded(state, listed) && markTicks(listed) !== null) return true;
  for (const { holdings, conditionals } of state.accounts.values())
    if (holdings.has(code) || [...conditionals].some(({ contractCode }) => contractCode === code)) return true;
  return false;
}

function encoded(value: Commodity | Contract | TradingRules): string {
  return JSON.stringify(value, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
}
