/** The open positions of a sub-account with their live figures and sums. */
import type { Contract } from '@mua/contract/entities/contract';
import type { ContractMargin } from '@mua/contract/entities/margin';
import type { OpenPosition } from '@mua/contract/entities/position';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { marginStatusQuery } from '#data/accounts.ts';
import { useContractsByCode } from '#data/contracts.ts';
import { useMarks } from '#data/live-marks.ts';
import type { AccountActor } from '#data/orders.ts';
import { openPositionsQuery } from '#data/positions.ts';
import { type PositionFigures, type PositionSums, positionFigures, positionSums } from './position-figures.ts';

export interface PositionRow {
  readonly position: OpenPosition;
  readonly contract: Contract | undefined;
  readonly figures: PositionFigures;
  /** What the margin is reckoned from; null while the margins load. */
  readonly margin: ContractMargin | null;
}

/** A row and whose it is: what acts on a position takes both. */
export interface OwnedRow {
  readonly actor: AccountActor;
  readonly row: PositionRow;
}

export interface OpenPositions {
  readonly rows: readonly PositionRow[];
  readonly sums: PositionSums;
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
  const codes = useMemo(() => positions.map((one) => one.contractCode), [positions]);
  const marks = useMarks(codes);
  const rows = useMemo(() => {
    const margins = new Map(margin?.contracts.map((one) => [one.contractCode, one]));
    return positions.map((position): PositionRow => {
      const code = position.contractCode;
      const contract = contracts.get(code);
      const held = margins.get(code) ?? null;
      const marginVnd = held && BigInt(held.requiredMargin);
      const ground = { contract, markTicks: marks.get(code) ?? null, marginVnd };
      return { position, contract, figures: positionFigures(position, ground), margin: held };
    });
  }, [positions, contracts, margin, marks]);
  return {
    rows,
    sums: useMemo(() => positionSums(rows.map(({ figures }) => figures)), [rows]),
    isLoading: query.isPending,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
  };
}
