/** Provides the drawings of the charted commodity and every action on them, for the chart's controls. */
import type { Contract } from '@mua/contract/entities/contract';
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DRAWINGS_MAX, type Drawing } from '#features/chart/drawings/drawing.ts';
import type { DrawingLayer } from '#features/chart/drawings/drawing-layer.ts';
import { canRedo, canUndo, drawingsOn, useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { useActiveUser } from '#signed-in/actor.ts';

export interface Drawings {
  readonly all: readonly Drawing[];
  put(drawing: Drawing): boolean;
  /** Shows an offer to undo. */
  remove(ids: readonly string[]): void;
  removeAll(): void;
  /** Null where there is nothing to undo, or to make again. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

const NO_ALERTS: readonly PriceAlert[] = [];

export function useDrawings(
  chart: { readonly drawings: DrawingLayer } | null,
  contract: Contract,
  alerts = NO_ALERTS,
): Drawings {
  const { t } = useTranslation();
  const userId = useActiveUser();
  const { code, commodityCode } = contract;
  const sheet = useMemo(() => ({ userId, commodityCode }), [userId, commodityCode]);
  const all = useDrawingStore(({ sheets }) => drawingsOn(sheets, sheet));
  const isUndoable = useDrawingStore((store) => canUndo(store, sheet));
  const isRedoable = useDrawingStore((store) => canRedo(store, sheet));
  const isMagnet = useDrawingStore((store) => store.isMagnet);
  const isLocked = useDrawingStore((store) => store.isLocked);
  const isHidden = useDrawingStore((store) => store.isHidden);
  const slot = useDrawingStore((store) => store.slot);
  const latestAlerts = useRef(alerts);
  useEffect(() => {
    latestAlerts.current = alerts;
  }, [alerts]);
  const actions = useMemo(() => {
    const say = async (text: string, action?: { label: string; onClick: () => void }) => {
      const { toast } = await import('#design/ui/feedback/toaster.tsx');
      toast.info(text, action ? { action } : {});
    };
    const store = useDrawingStore.getState;
    return {
      undo: () => void store().undo(sheet),
      redo: () => void store().redo(sheet),
      put: (drawing: Drawing) => {
        const isKept = store().put(sheet, drawing);
        if (!isKept) void say(t(($) => $.chart.draw.full, { most: DRAWINGS_MAX }));
        return isKept;
      },
      remove: (ids: readonly string[]) => {
        const step = store().remove(sheet, ids);
        if (!step) return;
        const hadAlert = latestAlerts.current.some(({ drawingId }) => drawingId !== null && ids.includes(drawingId));
        const text = t(($) => $.chart.draw[hadAlert ? 'deletedWithAlert' : 'deleted'], { count: ids.length });
        void say(text, { label: t(($) => $.chart.draw.undo), onClick: () => void store().undo(sheet, step) });
      },
      discard: (ids: readonly string[]) => store().discard(sheet, ids),
    };
  }, [sheet, t]);
  useEffect(() => {
    chart?.drawings.connect({
      onPut: actions.put,
      onRemove: actions.remove,
      onDiscard: actions.discard,
      onUndo: actions.undo,
      onRedo: actions.redo,
    });
  }, [chart, actions]);
  useEffect(() => chart?.drawings.setDrawings(all), [chart, all]);
  useEffect(() => {
    const here = alerts.filter(({ contractCode }) => contractCode === code);
    chart?.drawings.setAlerted(new Set(here.flatMap(({ drawingId }) => drawingId ?? [])));
  }, [chart, alerts, code]);
  useEffect(
    () => chart?.drawings.setFlags({ isMagnet, isLocked, isHidden, slot }),
    [chart, isMagnet, isLocked, isHidden, slot],
  );
  return useMemo(
    () => ({
      all,
      put: actions.put,
      remove: actions.remove,
      removeAll: () => actions.remove(all.map(({ id }) => id)),
      undo: isUndoable ? actions.undo : null,
      redo: isRedoable ? actions.redo : null,
    }),
    [all, actions, isUndoable, isRedoable],
  );
}
