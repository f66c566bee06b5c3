/** The sheets of an investor beside what they draw here: what their other devices drew, and what goes with them. */
import type { Drawing } from '#features/chart/drawings/drawing.ts';
import {
  drawingsOn,
  keyOf,
  useDrawingStore,
  withoutThese,
  withSheet,
  withThese,
} from '#features/chart/drawings/drawing-store.ts';

export interface OwnDrawing {
  readonly commodityCode: string;
  readonly id: string;
  /** Null once it is deleted. */
  readonly drawing: Drawing | null;
}

export function drawingsOf(userId: string): readonly { readonly commodityCode: string; readonly drawing: Drawing }[] {
  const own = keyOf({ userId, commodityCode: '' });
  return Object.entries(useDrawingStore.getState().sheets).flatMap(([key, drawings]) =>
    key.startsWith(own) ? drawings.map((drawing) => ({ commodityCode: key.slice(own.length), drawing })) : [],
  );
}

/** Is no step that is undone here. */
export function receiveDrawings(userId: string, changes: readonly OwnDrawing[]): void {
  useDrawingStore.setState(({ sheets }) => ({
    sheets: changes.reduce((all, { commodityCode, id, drawing }) => {
      const sheet = { userId, commodityCode };
      const before = drawingsOn(all, sheet);
      return withSheet(all, keyOf(sheet), drawing ? withThese(before, [drawing]) : withoutThese(before, [id]));
    }, sheets),
  }));
}

/** Drops the sheets of everybody who is not here any more; a visitor's stay. */
export function keepSheetsOf(isHere: (userId: string) => boolean): void {
  const { sheets } = useDrawingStore.getState();
  const visitors = keyOf({ userId: null, commodityCode: '' });
  const stays = (key: string): boolean => key.startsWith(visitors) || isHere(key.slice(0, key.indexOf(' ')));
  if (Object.keys(sheets).every(stays)) return;
  useDrawingStore.setState(({ steps, undone }) => ({
    sheets: Object.fromEntries(Object.entries(sheets).filter(([key]) => stays(key))),
    steps: steps.filter(({ key }) => stays(key)),
    undone: undone.filter(({ key }) => stays(key)),
  }));
}
