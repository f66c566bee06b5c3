/** Reads the sub-account that an order in a contract would be judged with, valued at live marks. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useContractsByCode } from '#market/contracts.ts';
import { type HeldLots, liveEquityVnd, useMarks } from '#market/live-marks.ts';
import type { OrderAccount } from '#orders/order-account.ts';
import { marginStatusQuery, meQuery } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface KnownOrderAccount {
  /** Null without an actor, and until its margin is known. */
  readonly account: OrderAccount | null;
  /** The sub-account's holdings in the contract; null for none, or while they load. */
  readonly held: HeldLots | null;
  /** Margin figures could not be read. */
  readonly isMissing: boolean;
}

const NO_CODES: readonly string[] = [];

export function useOrderAccount(
  { code, terms }: Contract,
  actor: AccountActor | null,
  ownMaxLots: Lots | null,
): KnownOrderAccount {
  const { userId = '', accountId = '' } = actor ?? {};
  const margin = useQuery({ ...marginStatusQuery(userId, accountId), enabled: actor !== null });
  const me = useQuery({ ...meQuery(userId), enabled: actor !== null });
  const contracts = useContractsByCode();
  const status = margin.data;
  const codes = useMemo(() => status?.contracts.map((one) => one.contractCode) ?? NO_CODES, [status]);
  const marks = useMarks(codes);
  const kind = me.data?.kind;
  const account = useMemo((): OrderAccount | null => {
    if (!status || !terms || !kind) return null;
    const own = status.contracts.find((one) => one.contractCode === code);
    return {
      equityVnd: liveEquityVnd(status, contracts, marks),
      requiredVnd: BigInt(status.requiredMargin),
      feesTodayVnd: BigInt(status.transactionFee),
      exposure: {
        netLots: own?.netLots ?? 0,
        workingBuyLots: own?.workingBuyLots ?? 0,
        workingSellLots: own?.workingSellLots ?? 0,
      },
      marginPerLotVnd: BigInt(own?.marginPerLot ?? terms.marginPerLot[kind]),
      ownMaxLots,
    };
  }, [status, terms, kind, code, contracts, marks, ownMaxLots]);
  const held = status?.contracts.find((one) => one.contractCode === code) ?? null;
  return { account, held, isMissing: margin.isError || me.isError };
}
