/** The charts of the desk, and those of a window of its own. */
import type { Contract } from '@mua/contract/entities/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { Charts } from '#pages/trading/charts.tsx';
import { useDeskLayout } from '#pages/trading/desk-layout.ts';
import { useWindowCharts } from '#pages/trading/window-charts.ts';

export interface ChartsOf {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
}

export function DeskCharts(props: ChartsOf) {
  const { charts, setCharts } = useDeskLayout();
  useWrittenContract(props);
  return <Charts {...props} charts={charts} onCharts={setCharts} />;
}

export function WindowCharts(props: ChartsOf) {
  const { charts, setCharts } = useWindowCharts();
  return <Charts {...props} charts={charts} onCharts={setCharts} />;
}

/** An order that is written on a chart of another contract brings that one to the desk, whose ticket it is in. */
function useWrittenContract({ contract, contracts }: ChartsOf): void {
  const navigate = useNavigate();
  const show = useEffectEvent((written: string | null) => {
    if (written === null || written === contract.code || contracts.every(({ code }) => code !== written)) return;
    void navigate({ to: '/trading/$code', params: { code: written } });
  });
  useEffect(
    () =>
      useTicketDraft.subscribe((now, before) => {
        if (now.contractCode !== before.contractCode) show(now.contractCode);
      }),
    [],
  );
}
