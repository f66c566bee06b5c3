/**
 * An investor's arrangement of the desk: panel sizes, hidden panels, charts, and the list open below them. Kept
 * for the investor (record 186); it can be saved under a name and restored (a workspace). Panels that were never resized keep their default
 * size in any window; the chart takes the remaining space.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type ChartArrangement, keptCharts, ONE_CHART } from '#pages/trading/chart-arrangement.ts';
import { isRecord } from '#session/kept-value.ts';
import { isOwnName } from '#session/own-name.ts';
import { followOwn, ownStorage } from '#session/own-storage.ts';

export const DESK_PANELS = ['book', 'tape', 'side', 'bottom'] as const;
export type DeskPanel = (typeof DESK_PANELS)[number];

/** The ladder is shown in place of the book, but is as high as the desk and has a width of its own. */
export const SIZED_PANELS = [...DESK_PANELS, 'ladder'] as const;
export type SizedPanel = (typeof SIZED_PANELS)[number];
export type DeskSizes = Readonly<Record<SizedPanel, number>>;

export const DESK_LISTS = ['board', 'orders', 'positions', 'conditional'] as const;
export type DeskList = (typeof DESK_LISTS)[number];

/** Below the minimum, figures would be cut off; above the maximum, the chart would have no room. */
export const PANEL_LIMITS: Readonly<Record<SizedPanel, { readonly min: number; readonly max: number }>> = {
  book: { min: 184, max: 360 },
  tape: { min: 144, max: 300 },
  side: { min: 300, max: 460 },
  bottom: { min: 120, max: 560 },
  ladder: { min: 256, max: 420 },
};

export const DRAWN_SIZES: DeskSizes = { book: 208, tape: 160, side: 324, bottom: 236, ladder: 332 };
/** For windows of 1700 px and more. */
export const WIDE_SIZES: DeskSizes = { book: 240, tape: 180, side: 348, bottom: 268, ladder: 348 };

/** What the book panel shows. */
export const BOOK_VIEWS = ['book', 'ladder'] as const;
export type BookView = (typeof BOOK_VIEWS)[number];

export interface DeskLayout {
  readonly charts: ChartArrangement;
  readonly moved: Readonly<Partial<DeskSizes>>;
  readonly hidden: readonly DeskPanel[];
  readonly list: DeskList;
  readonly book: BookView;
}

export interface Workspace extends DeskLayout {
  readonly name: string;
}

export const DRAWN_LAYOUT: DeskLayout = { charts: ONE_CHART, moved: {}, hidden: [], list: 'positions', book: 'book' };

export const WORKSPACE_NAME_LENGTH = 32;
export const MOST_WORKSPACES = 12;

interface DeskLayoutStore extends DeskLayout {
  readonly workspaces: readonly Workspace[];
  /** Increases whenever a whole arrangement is restored, so that mounted panels take its sizes. */
  readonly arrangement: number;
  resize(sizes: Partial<DeskSizes>): void;
  setShown(panel: DeskPanel, isShown: boolean): void;
  setList(list: DeskList): void;
  setBook(book: BookView): void;
  setCharts(charts: ChartArrangement): void;
  arrange(layout: DeskLayout): void;
  /**
   * Saves the current arrangement; an existing workspace of that name is replaced. False if there are too many, or the
   * name is none.
   */
  keep(name: string): boolean;
  forget(name: string): void;
}

/**
 * The layout as the browser kept it, or later as the book of keepsakes has met it (app/keepsake-sources.ts): what differs
 * from it, somebody has changed since in this page.
 */
let met: DeskLayout = DRAWN_LAYOUT;

export function metLayout(): DeskLayout {
  return met;
}

export function noteMetLayout(): void {
  met = layoutOf(useDeskLayout.getState());
}

export const useDeskLayout = create<DeskLayoutStore>()(
  persist(
    (set, get) => ({
      ...DRAWN_LAYOUT,
      workspaces: [],
      arrangement: 0,
      resize: (sizes) => set(({ moved }) => ({ moved: { ...moved, ...keptSizes(sizes) } })),
      setShown: (panel, isShown) =>
        set(({ hidden }) => ({
          hidden: isShown ? hidden.filter((each) => each !== panel) : [...new Set([...hidden, panel])],
        })),
      setList: (list) => set({ list }),
      setBook: (book) => set({ book }),
      setCharts: (charts) => set({ charts }),
      arrange: (layout) => set(({ arrangement }) => ({ ...layoutOf(layout), arrangement: arrangement + 1 })),
      keep: (name) => {
        const desk = get();
        const workspaces = withWorkspace(desk.workspaces, { name: name.trim(), ...layoutOf(desk) });
        if (workspaces) set({ workspaces });
        return workspaces !== null;
      },
      forget: (name) => set(({ workspaces }) => ({ workspaces: workspaces.filter((each) => each.name !== name) })),
    }),
    {
      name: 'desk-layout',
      storage: ownStorage(),
      partialize: (desk) => ({ ...layoutOf(desk), workspaces: desk.workspaces }),
      merge: (kept, store) => {
        met = keptLayout(kept);
        return { ...store, ...met, workspaces: keptWorkspaces(kept) };
      },
    },
  ),
);

// The panels of this tab stay as they are. It stores workspaces only if they differ, because otherwise two tabs would
// notify each other for ever.
followOwn(
  'desk-layout',
  () => void useDeskLayout.persist.rehydrate(),
  (text) => {
    const workspaces = workspacesIn(text);
    const isKnown = JSON.stringify(workspaces) === JSON.stringify(useDeskLayout.getState().workspaces);
    if (!isKnown) useDeskLayout.setState({ workspaces });
  },
);

/** Returns only the arrangement of a larger object. */
export function layoutOf({ charts, moved, hidden, list, book }: DeskLayout): DeskLayout {
  return { charts, moved, hidden, list, book };
}

/** Whether something can be kept under it. */
export function isWorkspaceName(name: string): boolean {
  return isOwnName(name, WORKSPACE_NAME_LENGTH);
}

/** The newest comes last. A new one is not kept beyond what a menu can show: none goes because another comes. */
function withWorkspace(workspaces: readonly Workspace[], workspace: Workspace): readonly Workspace[] | null {
  if (!isWorkspaceName(workspace.name)) return null;
  const others = workspaces.filter(({ name }) => name !== workspace.name);
  const isNew = others.length === workspaces.length;
  return isNew && workspaces.length >= MOST_WORKSPACES ? null : [...others, workspace];
}

/** Returns sizes in whole pixels within the limits; invalid ones are left out. */
export function keptSizes(kept: unknown): Partial<DeskSizes> {
  const sizes: Partial<Record<SizedPanel, number>> = {};
  for (const panel of SIZED_PANELS) {
    const size = isRecord(kept) ? kept[panel] : undefined;
    if (typeof size !== 'number' || !Number.isFinite(size)) continue;
    const { min, max } = PANEL_LIMITS[panel];
    sizes[panel] = Math.round(Math.min(max, Math.max(min, size)));
  }
  return sizes;
}

export function keptLayout(kept: unknown): DeskLayout {
  if (!isRecord(kept)) return DRAWN_LAYOUT;
  const { charts, moved, hidden, list, book } = kept;
  return {
    charts: keptCharts(charts),
    moved: keptSizes(moved),
    hidden: DESK_PANELS.filter((panel) => Array.isArray(hidden) && hidden.includes(panel)),
    list: DESK_LISTS.find((each) => each === list) ?? DRAWN_LAYOUT.list,
    book: BOOK_VIEWS.find((each) => each === book) ?? DRAWN_LAYOUT.book,
  };
}

/** Parses the text kept by the store. */
function workspacesIn(text: string): readonly Workspace[] {
  const kept: unknown = JSON.parse(text);
  return isRecord(kept) ? keptWorkspaces(kept.state) : [];
}

function keptWorkspaces(kept: unknown): readonly Workspace[] {
  const list: unknown = isRecord(kept) ? kept.workspaces : undefined;
  if (!Array.isArray(list)) return [];
  return list
    .flatMap((one: unknown) =>
      isRecord(one) && typeof one.name === 'string' && isWorkspaceName(one.name)
        ? [{ name: one.name, ...keptLayout(one) }]
        : [],
    )
    .reduce<readonly Workspace[]>(
      (workspaces, one) => [...workspaces.filter(({ name }) => name !== one.name), one],
      [],
    );
}
