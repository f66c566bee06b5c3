// @vitest-environment jsdom
/** Checks that removing an indicator from its legend moves the keyboard focus to the chart. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { StudyLegend } from '#features/chart/studies/study-legend.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
afterEach(cleanup);

function Chart() {
  const { indicators } = useChartSettings();
  return (
    <div>
      <div role="application" tabIndex={-1} />
      <div>
        {indicators.map((name) => (
          <StudyLegend
            key={name}
            reading={{ name, params: [], values: [], topPx: null, axisPx: 0 }}
            onSettings={() => undefined}
          />
        ))}
      </div>
    </div>
  );
}

test('removing an indicator moves the focus to the chart', () => {
  useChartSettings.setState({ indicators: ['MA', 'RSI'] });
  render(<Chart />);
  const remove = screen.getAllByRole('button', { name: /^Bỏ / })[0] ?? document.body;
  remove.focus();
  fireEvent.click(remove);
  expect(remove.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('application'));
});
