/** What trading on the chart needs of it. */
import type { FrameValue } from '#clock/frame-value.ts';
import type { ChartPlane } from '#features/chart/surface/chart-plane.ts';
import type { LineLayer } from '#features/chart/trading/line-layer.ts';

export interface TradedChart {
  readonly lines: LineLayer;
  readonly plane: ChartPlane;
  /** While a drawing tool is active, the pointer is its. */
  readonly drawings: { readonly state: { read(): { readonly tool: string | null } } };
  /** Which way its axis counts. */
  readonly scaleState: FrameValue<{ readonly mode: string }>;
  resetScale(): void;
}
