/** The chart with the investor's orders and positions, which other features provide and this file joins to it. */
import type { AlertSubject, PriceAlert } from '@mua/contract/entities/price-alert';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { openAlerts } from '#desk/open-alerts.ts';
import { ChartPanel, type ChartPanelProps } from '#features/chart/chart-panel.tsx';
import { sideOf } from '#features/chart/trading/order-lines-of.ts';
import { orderRights } from '#features/order-list/order-status-row.ts';
import { closesAtOnce, liquidateAtOnce } from '#features/positions/close-at-once.ts';
import { useAlertLines, useCreateAlertAt, useDrawnAlerts } from '#lists/price-alerts.ts';
import { ClosePosition } from '#pages/trading/close-position.tsx';
import { useOwnOrderLines } from '#pages/trading/own-order-lines.ts';
import { useMarginLevels } from '#pages/trading/use-margin-levels.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export type OwnChartProps = Omit<ChartPanelProps, 'own'>;

export function OwnChart(props: OwnChartProps) {
  const { contract } = props;
  const client = useQueryClient();
  const held = useOwnOrderLines(contract);
  const { actor, position, orders, conditionals } = held;
  /** The account whose position is to be closed: the confirmation does not apply to another account. */
  const [closingOf, setClosingOf] = useState<AccountActor | null>(null);
  const marginLevels = useMarginLevels(contract, held);
  const alerts = useAlertLines(contract);
  const createAlert = useCreateAlertAt(contract);
  const drawn = useDrawnAlerts();
  const { code } = contract;
  const drawnAlerts = useMemo(
    () => ({
      drawn,
      onOpen: (what: AlertSubject | PriceAlert) =>
        openAlerts({ contractCode: code, ...('alertId' in what ? { alertId: what.alertId } : { subject: what }) }),
    }),
    [drawn, code],
  );
  const own = useMemo(
    () => ({
      ...{ actor, position, orders, conditionals, alerts, marginLevels, rightsOf: orderRights },
      onClosePosition: () => {
        if (!actor || !position || !closesAtOnce(actor, contract.code)) return setClosingOf(actor);
        const lots = Math.abs(position.netLots);
        liquidateAtOnce(client, actor, { contractCode: contract.code, side: sideOf(position), lots });
      },
      ...(createAlert ? { onAlertHere: createAlert, drawnAlerts } : {}),
    }),
    [client, contract, actor, position, orders, conditionals, alerts, marginLevels, createAlert, drawnAlerts],
  );
  return (
    <>
      <ChartPanel {...props} own={own} />
      {actor && closingOf === actor && (
        <ClosePosition actor={actor} code={contract.code} onClose={() => setClosingOf(null)} />
      )}
    </>
  );
}
