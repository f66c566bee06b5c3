/** Which contract stands selected before anybody has chosen one in this visit. */
import type { Contract } from '@mua/contract/entities/contract';
import { COMMODITY_GROUPS } from '@mua/core/values';
import { isClosingOut } from '#market/close-out.ts';

type Listed = Pick<Contract, 'code' | 'group' | 'volume' | 'sessionsLeft'>;

interface LastContract {
  readonly code: string | null;
  readonly isOfBefore: boolean;
}

/**
 * The contract looked at last, else a busy one. One remembered from an earlier visit that has come near its close-out
 * is left for another: there an order could only reduce.
 */
export function defaultContract<C extends Listed>(contracts: readonly C[], last: LastContract): C | undefined {
  const known = contracts.find(({ code }) => code === last.code);
  const isOver = known !== undefined && last.isOfBefore && isClosingOut(known);
  return (isOver ? undefined : known) ?? busiestContract(contracts) ?? known;
}

/** The most traded contract of the first group on the board that may be opened: what a first visit should see moving. */
function busiestContract<C extends Listed>(contracts: readonly C[]): C | undefined {
  const openable = contracts.filter((contract) => !isClosingOut(contract));
  const group = COMMODITY_GROUPS.find((each) => openable.some((contract) => contract.group === each));
  const members = openable.filter((contract) => contract.group === group);
  return members.reduce<C | undefined>((best, each) => (best && best.volume >= each.volume ? best : each), undefined);
}
