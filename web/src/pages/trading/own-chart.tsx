/** The chart with the investor's own on it: what other features know of orders and positions is joined to it here. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import { useMemo, useState } from 'react';
import type { AccountActor } from '#data/orders.ts';
import { useAlertLines, useCreateAlertAt } from '#data/price-alerts.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { STATUS_ROWS } from '#features/order-list/order-status-row.ts';
import { useOpenPositions } from '#features/positions/use-open-positions.ts';
import { WholePositionDialog } from '#features/positions/whole-position-dialog.tsx';
import type { OwnStakes } from './own-stakes.ts';
import { useOwnRungs } from './use-own-rungs.ts';

export interface OwnChartProps {
  readonly contract: Contract;
  readonly stakes: OwnStakes;
  readonly compact?: boolean;
}

export function OwnChart({ contract, stakes: own, compact = false }: OwnChartProps) {
  const { actor, position, orders, conditionals } = own;
  const [isClosing, setClosing] = useState(false);
  const rungs = useOwnRungs(contract, own);
  const alerts = useAlertLines(contract);
  const createAlert = useCreateAlertAt(contract);
  const stakes = useMemo(
    () => ({
      ...{ actor, position, orders, conditionals, alerts, rungs, rightsOf },
      onClosePosition: () => setClosing(true),
      ...(createAlert ? { onAlertHere: createAlert } : {}),
    }),
    [actor, position, orders, conditionals, alerts, rungs, createAlert],
  );
  return (
    <>
      <ChartPanel contract={contract} stakes={stakes} compact={compact} />
      {isClosing && actor && <ClosePosition actor={actor} code={contract.code} onClose={() => setClosing(false)} />}
    </>
  );
}

function rightsOf({ status }: Order) {
  return STATUS_ROWS[status];
}

/** The question that the list of positions asks, too. */
function ClosePosition({ actor, code, onClose }: { actor: AccountActor; code: string; onClose: () => void }) {
  const [row] = useOpenPositions(actor, code).rows;
  return row ? <WholePositionDialog actor={actor} row={row} action="liquidate" onClose={onClose} /> : null;
}
