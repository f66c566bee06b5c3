/** Which panels may have a window of their own, and which one this window shows. */
import { create } from 'zustand';

export const WINDOW_PANELS = ['chart', 'ladder', 'book', 'board', 'lists'] as const;
export type WindowPanel = (typeof WINDOW_PANELS)[number];

export function isWindowPanel(name: string): name is WindowPanel {
  return WINDOW_PANELS.some((panel) => panel === name);
}

/** Null while this window shows a page of the product: else a contract is opened in its panel. */
export const useWindowPanel = create<{ readonly panel: WindowPanel | null }>(() => ({ panel: null }));
