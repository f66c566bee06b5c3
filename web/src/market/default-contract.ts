/** Decides which contract is selected before anybody has chosen one in this visit. */
import type { Contract } from '@mua/contract/entities/contract';
import { COMMODITY_GROUPS } from '@mua/core/values';
import { isClosingOut } from '#market/close-out.ts';

type Listed = Pick<Contract, 'code' | 'group' | 'volume' | 'sessionsLeft'>;

interface LastContract {
  readonly code: string | null;
  readonly isOfBefore: boolean;
}

/**
 * Returns the contract viewed last, else a busy one. A contract remembered from an earlier visit that nears its
 * close-out gives way to another: an order in it could only reduce.
 */
export function defaultContract<C extends Listed>(contracts: readonly C[], last: LastContract): C | undefined {
  const known = contracts.find(({ code }) => code === last.code);
  const isOver = known !== undefined && last.isOfBefore && isClosingOut(known);
  return (isOver ? undefined : known) ?? busiestContract(contracts) ?? known;
}

/**
 * Returns the most traded contract that may be opened, in the first group on the board: a first visit should see
 * something moving.
 */
function busiestContract<C extends Listed>(contracts: readonly C[]): C | undefined {
  const openable = contracts.filter((contract) => !isClosingOut(contract));
  const group = COMMODITY_GROUPS.find((each) => openable.some((contract) => contract.group === each));
  const members = openable.filter((contract) => contract.group === group);
  return members.reduce<C | undefined>((best, each) => (best && best.volume >= each.volume ? best : each), undefined);
}
