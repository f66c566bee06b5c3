/** The part of the chart that trading on it needs. */
import type { FrameValue } from '#clock/frame-value.ts';
import type { ScaleState } from '#features/chart/axes/scale-mode.ts';
import type { ChartPlane } from '#features/chart/surface/chart-plane.ts';
import type { LineLayer } from '#features/chart/trading/line-layer.ts';

export interface TradedChart {
  readonly lines: LineLayer;
  readonly plane: ChartPlane;
  /** While a drawing tool is active, it gets the pointer. */
  readonly drawings: { readonly state: { read(): { readonly tool: string | null } } };
  /** The scale of its axis. */
  readonly scaleState: FrameValue<{ readonly mode: ScaleState['mode'] }>;
  resetScale(): void;
}
