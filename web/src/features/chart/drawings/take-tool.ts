/** Takes a drawing tool, from the strip, its menu or a key alike. */
import type { Tool } from '#features/chart/drawings/drawing.ts';
import type { DrawingLayer } from '#features/chart/drawings/drawing-layer.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';

export type ToolTaker = Pick<DrawingLayer, 'state' | 'take'>;

/** Choosing the active tool again deactivates it. New drawings are always visible. */
export function takeTool(layer: ToolTaker, tool: Tool, onTaken: () => void): void {
  const isInHand = layer.state.read().tool === tool;
  useDrawingStore.getState().prefer({ isHidden: false });
  layer.take(isInHand ? null : tool);
  onTaken();
}
