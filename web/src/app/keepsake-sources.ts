/**
 * The stores whose things go with their investor (record 186), each as things under keys. Looks stay with the device: an
 * interval, a scale, which list is open.
 */
import type { KeepsakeKind, KeepsakeValue } from '@mua/contract/entities/keepsake';
import { drawingsFrom } from '#features/chart/drawings/drawing.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { drawingsOf, keepSheetsOf, receiveDrawings } from '#features/chart/drawings/own-sheets.ts';
import { DEFAULT_CHART, keptStudies, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { KeptValue } from '#keepsakes/keepsake-book.ts';
import { isSame } from '#keepsakes/keepsake-book.ts';
import type { KeepsakeSource } from '#keepsakes/keepsake-stores.ts';
import {
  type DeskLayout,
  DRAWN_LAYOUT,
  isWorkspaceName,
  keptLayout,
  layoutOf,
  metLayout,
  noteMetLayout,
  useDeskLayout,
} from '#pages/trading/desk-layout.ts';
import { usersKnown } from '#session/auth-store.ts';
import { readKeptExits, useKeptExits } from '#session/kept-exits-store.ts';
import { useKnownInvestors } from '#session/known-investors-store.ts';
import { readTemplates, useOrderTemplates } from '#session/order-templates-store.ts';
import { type ChosenKeys, SHORTCUT_NAMES, shortcutOf, useShortcutPreference } from '#session/shortcuts.ts';

export function keepsakeSources(userId: string): readonly KeepsakeSource[] {
  return [
    drawings(userId),
    source('studies', studies),
    source('template', templates),
    source('exits', exits(userId)),
    source('shortcut', shortcuts),
    source('desk', desk),
    source('workspace', workspaces),
  ];
}

/** A source of one kind whose values have its shape: nothing else reaches it. */
interface Typed<Kind extends KeepsakeKind> {
  read(): ReadonlyMap<string, KeepsakeValue<Kind>>;
  canShow(key: string, value: KeepsakeValue<Kind>): boolean;
  take(changes: ReadonlyMap<string, KeepsakeValue<Kind> | null>): void;
  subscribe(listener: () => void): () => void;
  readonly ofPage?: NonNullable<KeepsakeSource['ofPage']>;
}

function source<Kind extends KeepsakeKind>(kind: Kind, typed: Typed<Kind>): KeepsakeSource {
  return {
    kind,
    ...(typed.ofPage ? { ofPage: typed.ofPage } : {}),
    read: () => typed.read() as ReadonlyMap<string, KeptValue>,
    canShow: (key, value) => value !== null && typed.canShow(key, value as KeepsakeValue<Kind>),
    take: (changes) => typed.take(changes as ReadonlyMap<string, KeepsakeValue<Kind> | null>),
    subscribe: typed.subscribe,
  };
}

function drawings(userId: string): KeepsakeSource {
  const read = (key: string, value: KeepsakeValue<'drawing'>) => {
    const [commodityCode = '', id = ''] = key.split(' ');
    return { commodityCode, id, drawing: drawingsFrom([{ id, ...value }])[0] ?? null };
  };
  return source('drawing', {
    read: () =>
      new Map(
        drawingsOf(userId).map(({ commodityCode, drawing: { id, ...drawing } }) => [
          `${commodityCode} ${id}`,
          sendable(drawing),
        ]),
      ),
    canShow: (key, value) => read(key, value).drawing !== null,
    take: (changes) =>
      receiveDrawings(
        userId,
        [...changes].map(([key, value]) => {
          const [commodityCode = '', id = ''] = key.split(' ');
          return value === null ? { commodityCode, id, drawing: null } : read(key, value);
        }),
      ),
    subscribe: useDrawingStore.subscribe,
  });
}

/** Without the absent choices, and in arrays of its own, as the wire has it. */
function sendable<T>(value: object): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

const studies: Typed<'studies'> = {
  read() {
    const { indicators, studies: settings } = useChartSettings.getState();
    const isDrawn = isSame([indicators, settings], [DEFAULT_CHART.indicators, DEFAULT_CHART.studies]);
    return new Map(isDrawn ? [] : [['chart', sendable({ indicators, settings })]]);
  },
  canShow: () => true,
  take(changes) {
    const { indicators, settings } = changes.get('chart') ?? {};
    useChartSettings.setState(keptStudies({ indicators, studies: settings }));
  },
  subscribe: useChartSettings.subscribe,
};

const templates: Typed<'template'> = {
  read: () =>
    new Map(useOrderTemplates.getState().templates.map(({ name, ...template }) => [name, sendable(template)])),
  canShow: (name, value) => readTemplates({ templates: [{ name, ...value }] }).length === 1,
  take: (changes) =>
    useOrderTemplates.setState(({ templates: all }) => {
      const taken = [...changes].flatMap(([name, value]) =>
        readTemplates({ templates: value ? [{ name, ...value }] : [] }),
      );
      const kept = all.map((one) => taken.find(({ name }) => name === one.name) ?? one);
      const added = taken.filter(({ name }) => !all.some((one) => one.name === name));
      return { templates: [...added, ...kept.filter(({ name }) => changes.get(name) !== null)] };
    }),
  subscribe: useOrderTemplates.subscribe,
};

/** One store for all of this browser's sub-accounts: those of the investor go with them. */
function exits(userId: string): Typed<'exits'> {
  const isOwn = (key: string): boolean =>
    useKnownInvestors.getState().investors[userId]?.accounts.some(({ accountId }) => key.startsWith(`${accountId} `)) ??
    false;
  return {
    read: () =>
      new Map(
        Object.entries(useKeptExits.getState().exits).flatMap(([key, one]) =>
          isOwn(key) ? [[key, sendable<KeepsakeValue<'exits'>>(one)] as const] : [],
        ),
      ),
    canShow: (key, value) => isOwn(key) && key in readKeptExits({ exits: { [key]: value } }),
    take: (changes) =>
      useKeptExits.setState(({ exits: all }) => {
        const others = Object.entries(all).filter(([key]) => !changes.has(key));
        const taken = [...changes].flatMap(([key, value]) =>
          Object.entries(readKeptExits({ exits: { [key]: value } })),
        );
        return { exits: Object.fromEntries([...others, ...taken]) };
      }),
    subscribe(listener) {
      const stops = [useKeptExits.subscribe(listener), useKnownInvestors.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

const SINGLE_KEYS = 'singleKeys';

const shortcuts: Typed<'shortcut'> = {
  read() {
    const { keys, hasSingleKeys } = useShortcutPreference.getState();
    return new Map([...Object.entries(keys), ...(hasSingleKeys ? [] : [[SINGLE_KEYS, 'off'] as const])]);
  },
  canShow: (key) => key === SINGLE_KEYS || SHORTCUT_NAMES.some((name) => name === key && !shortcutOf(name).isLocal),
  take: (changes) =>
    useShortcutPreference.setState((known) => {
      const keys = new Map<string, string>(Object.entries(known.keys));
      for (const [name, value] of changes) {
        if (value === null) keys.delete(name);
        else keys.set(name, value);
      }
      const hasSingleKeys = changes.has(SINGLE_KEYS) ? changes.get(SINGLE_KEYS) === null : known.hasSingleKeys;
      keys.delete(SINGLE_KEYS);
      return { keys: Object.fromEntries(keys) as ChosenKeys, hasSingleKeys };
    }),
  subscribe: useShortcutPreference.subscribe,
};

const desk: Typed<'desk'> = {
  // The panels of a page stay where they are.
  ofPage: {
    isTouched: () => !isSame(arrangementOf(useDeskLayout.getState()), arrangementOf(metLayout())),
    noteMet: noteMetLayout,
  },
  read() {
    const arrangement = arrangementOf(useDeskLayout.getState());
    return new Map(isSame(arrangement, arrangementOf(DRAWN_LAYOUT)) ? [] : [['arrangement', arrangement]]);
  },
  canShow: () => true,
  take(changes) {
    const { list, arrange } = useDeskLayout.getState();
    arrange({ ...keptLayout(changes.get('arrangement') ?? DRAWN_LAYOUT), list });
  },
  subscribe: useDeskLayout.subscribe,
};

function arrangementOf(layout: DeskLayout): KeepsakeValue<'desk'> {
  const { list: _looks, ...arrangement } = sentLayout(layout);
  return sendable(arrangement);
}

/** One chart is nothing that anybody has arranged. */
function sentLayout(layout: DeskLayout): Omit<DeskLayout, 'charts'> & Partial<Pick<DeskLayout, 'charts'>> {
  const { charts, ...others } = layoutOf(layout);
  return isSame(charts, DRAWN_LAYOUT.charts) ? others : { ...others, charts };
}

const workspaces: Typed<'workspace'> = {
  read: () =>
    new Map(
      useDeskLayout
        .getState()
        .workspaces.map((one) => [one.name, sendable<KeepsakeValue<'workspace'>>(sentLayout(one))]),
    ),
  canShow: (name) => isWorkspaceName(name),
  take: (changes) =>
    useDeskLayout.setState(({ workspaces: all }) => {
      const kept = all.flatMap((one) => {
        const value = changes.get(one.name);
        if (value === null) return [];
        return [value ? { name: one.name, ...keptLayout(value) } : one];
      });
      const added = [...changes].flatMap(([name, value]) =>
        value && !all.some((one) => one.name === name) ? [{ name, ...keptLayout(value) }] : [],
      );
      return { workspaces: [...kept, ...added] };
    }),
  subscribe: useDeskLayout.subscribe,
};

/** Of those who sign out nothing stays that does not lie under their own name: drawings, exits of their sub-accounts. */
export function clearStrangersOut(): void {
  const here = usersKnown();
  keepSheetsOf((userId) => here.has(userId));
}

useKnownInvestors.subscribe(({ investors }, before) => {
  const gone = Object.keys(before.investors).filter((userId) => !(userId in investors));
  const accountIds = gone.flatMap(
    (userId) => before.investors[userId]?.accounts.map(({ accountId }) => accountId) ?? [],
  );
  if (accountIds.length === 0) return;
  useKeptExits.setState(({ exits: all }) => ({
    exits: Object.fromEntries(
      Object.entries(all).filter(([key]) => !accountIds.some((accountId) => key.startsWith(`${accountId} `))),
    ),
  }));
});
