/** Provides the open positions of a sub-account with their live figures and sums. */
import type { Contract } from '@mua/contract/entities/contract';
import type { ContractMargin } from '@mua/contract/entities/margin';
import type { OpenPosition } from '@mua/contract/entities/position';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openPositionsQuery } from '#accounts/positions.ts';
import {
  type MarginLevel,
  type MarginLevelPrices,
  marginLevelPercents,
  marginLevelPrices,
} from '#features/positions/margin-level-prices.ts';
import {
  type PositionFigures,
  type PositionSums,
  positionFigures,
  positionSums,
} from '#features/positions/position-figures.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { liveEquityVnd, useMarks } from '#market/live-marks.ts';
import { marginStatusQuery } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface PositionRow {
  readonly position: OpenPosition;
  readonly contract: Contract | undefined;
  readonly figures: PositionFigures;
  /** The input of the margin calculation; null while the margins load. */
  readonly margin: ContractMargin | null;
  readonly marginLevels: MarginLevelPrices;
}

/** A row with its owner: actions on a position need both. */
export interface OwnedRow {
  readonly actor: AccountActor;
  readonly row: PositionRow;
}

export interface OpenPositions {
  readonly rows: readonly PositionRow[];
  readonly sums: PositionSums;
  /** Positions in other contracts than the one it is bound to. */
  readonly hidden: number;
  readonly marginLevelPercents: Readonly<Record<MarginLevel, number>>;
  readonly isLoading: boolean;
  readonly error: unknown;
  retry(): void;
}

const NONE: readonly OpenPosition[] = [];

export function useOpenPositions(actor: AccountActor, contractCode: string | undefined): OpenPositions {
  const query = useQuery(openPositionsQuery(actor));
  const { data: margin } = useQuery(marginStatusQuery(actor.userId, actor.accountId));
  const contracts = useContractsByCode();
  const all = query.data ?? NONE;
  const positions = useMemo(
    () => (contractCode === undefined ? all : all.filter((one) => one.contractCode === contractCode)),
    [all, contractCode],
  );
  // An account's equity covers all its positions, whichever are listed.
  const codes = useMemo(() => all.map((one) => one.contractCode), [all]);
  const marks = useMarks(codes);
  const rows = useMemo(() => {
    const margins = new Map(margin?.contracts.map((one) => [one.contractCode, one]));
    const equityVnd = margin ? liveEquityVnd(margin, contracts, marks) : null;
    return positions.map((position): PositionRow => {
      const code = position.contractCode;
      const contract = contracts.get(code);
      const held = margins.get(code) ?? null;
      const marginVnd = held && BigInt(held.requiredMargin);
      const figures = positionFigures(position, { contract, markTicks: marks.get(code) ?? null, marginVnd });
      const { markTicks } = figures;
      const marginLevels = marginLevelPrices(position, { contract, markTicks, equityVnd, status: margin });
      return { position, contract, figures, margin: held, marginLevels };
    });
  }, [positions, contracts, margin, marks]);
  return {
    rows,
    sums: useMemo(() => positionSums(rows.map(({ figures }) => figures)), [rows]),
    hidden: all.length - positions.length,
    marginLevelPercents: marginLevelPercents(margin),
    isLoading: query.isPending,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
  };
}
