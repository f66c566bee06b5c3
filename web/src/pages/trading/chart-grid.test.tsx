// @vitest-environment jsdom
/** Which chart of a grid is active, what each shows, and what the arrangement becomes. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ChartPanelProps } from '#features/chart/chart-panel.tsx';
import { useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { withChartMoreWords } from '#i18n/i18n.ts';
import { CORN } from '#mock/sample-records.ts';
import { type ChartArrangement, type ChartShape, ONE_CHART } from '#pages/trading/chart-arrangement.ts';
import { ChartGrid } from '#pages/trading/chart-grid.tsx';
import { preparePages, renderPart } from '#test/page.tsx';

/** jsdom has no canvas for the chart library. */
vi.mock('#pages/trading/own-chart.tsx', () => ({
  OwnChart: ({ contract, cell }: ChartPanelProps) => {
    const { interval, setInterval } = useChartInterval();
    return (
      <button type="button" onClick={() => setInterval('7m')}>
        {contract.code} {interval} {cell?.isActive ? 'active' : 'idle'}
      </button>
    );
  },
}));

preparePages();
beforeAll(() => withChartMoreWords(async () => undefined));

const MAY = { ...CORN, code: 'ZCEK27' };
let arranged: ChartArrangement = ONE_CHART;

function Arranged({ first }: { first: ChartArrangement }) {
  const [charts, setCharts] = useState(first);
  arranged = charts;
  const shape = charts.shape as Exclude<ChartShape, 'one'>;
  return <ChartGrid {...{ contract: CORN, contracts: [CORN, MAY], charts, shape }} onCharts={setCharts} />;
}

const show = (charts: Partial<ChartArrangement>) => renderPart(<Arranged first={{ ...ONE_CHART, ...charts }} />, []);
const shown = () => screen.getAllByText(/active|idle/).map(({ textContent }) => textContent);

test('the chart that has the focus is active, and named by its place', () => {
  show({ shape: 'three' });
  expect(shown().map((text) => text?.split(' ')[2])).toEqual(['active', 'idle', 'idle']);
  fireEvent.focus(screen.getByText(/ 1d /));
  expect(shown().map((text) => text?.split(' ')[2])).toEqual(['idle', 'idle', 'active']);
  const [, , third] = screen.getAllByRole('region');
  expect(third?.getAttribute('aria-current')).toBe('true');
  expect(third?.getAttribute('aria-label')).toContain(`3/3: ${CORN.code}`);
});

test('an interval is the chart’s own, or that of all', () => {
  show({ shape: 'columns' });
  fireEvent.click(screen.getByText(/ 1h /));
  expect(shown()).toEqual([`${CORN.code} 15m active`, `${CORN.code} 7m idle`]);
  expect(arranged.others[0]).toEqual({ code: null, interval: '7m' });
  cleanup();
  show({ shape: 'columns', isSameInterval: true });
  expect(shown()).toEqual([`${CORN.code} 15m active`, `${CORN.code} 15m idle`]);
});

test('a chart takes a contract of its own, and goes back to the desk’s', async () => {
  show({ shape: 'columns' });
  const choose = async (name: RegExp) => {
    fireEvent.click(await screen.findByRole('button', { name: /^Mã của biểu đồ 2/ }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  };
  await choose(/^ZCEK27/);
  await waitFor(() => expect(shown()[1]).toBe('ZCEK27 1h active'));
  await choose(/^Theo mã đang xem/);
  await waitFor(() => expect(shown()[1]).toBe(`${CORN.code} 1h active`));
});

test('a contract that is no longer listed gives way to the desk’s', () => {
  show({ shape: 'columns', others: [{ code: 'ZCEZ25', interval: '1h' }] });
  expect(shown()[1]).toBe(`${CORN.code} 1h idle`);
});
