/**
 * Keeps an investor's orders to start from, for every contract and on each of their devices (record 186): type, size, time
 * in force and distances. Prices are not kept, since they mean nothing tomorrow.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#session/kept-value.ts';
import { isOwnName } from '#session/own-name.ts';
import { followOwn, ownStorage } from '#session/own-storage.ts';

/** Only what is saved anew is bounded: two devices may have saved more between them. */
export const MOST_TEMPLATES = 20;
const MOST_READ = 400;
/** Of its name and of each text. Before the store, which reads the storage as it is made. */
export const TEMPLATE_TEXT_LENGTH = 40;

/** Words of the draft; whoever takes it compares them with those it knows. */
const TEXTS = [
  'side',
  'orderType',
  'duration',
  'lotsText',
  'trailText',
  'trailUnit',
  'exitUnit',
  'takeProfitText',
  'stopLossText',
] as const;

export type OrderTemplate = Readonly<Record<'name' | (typeof TEXTS)[number], string>> & {
  readonly hasExits: boolean;
  /** Absent unless the stop of its exits trails. */
  readonly trailsStop?: true;
  readonly isReduceOnly: boolean;
};

interface OrderTemplates {
  /** The newest first; each name once. */
  readonly templates: readonly OrderTemplate[];
  /** One of the same name is replaced. False if there are too many, or that is no name; nothing is then changed. */
  save(template: OrderTemplate): boolean;
  remove(name: string): void;
}

export const useOrderTemplates = create<OrderTemplates>()(
  persist(
    (set, get) => ({
      templates: [],
      save: (template) => {
        if (!isOwnName(template.name, TEMPLATE_TEXT_LENGTH)) return false;
        const { templates } = get();
        const others = without(templates, template.name);
        const isNew = others.length === templates.length;
        if (isNew && templates.length >= MOST_TEMPLATES) return false;
        set({ templates: [template, ...others] });
        return true;
      },
      remove: (name) => set(({ templates }) => ({ templates: without(templates, name) })),
    }),
    {
      name: 'order-templates',
      storage: ownStorage(),
      partialize: ({ templates }) => ({ templates }),
      merge: (kept, store) => ({ ...store, templates: readTemplates(kept) }),
    },
  ),
);

followOwn('order-templates', () => void useOrderTemplates.persist.rehydrate());

function without(templates: readonly OrderTemplate[], name: string): readonly OrderTemplate[] {
  return templates.filter((one) => one.name !== name);
}

/** Reads what the storage contains, whatever that is; anything unreadable is dropped. */
export function readTemplates(kept: unknown): readonly OrderTemplate[] {
  const templates = isRecord(kept) && Array.isArray(kept.templates) ? kept.templates : [];
  return templates.slice(0, MOST_READ).flatMap((one: unknown): OrderTemplate[] => {
    if (!isRecord(one)) return [];
    const text = (field: string) => {
      const value = one[field];
      return typeof value === 'string' && value.length <= TEMPLATE_TEXT_LENGTH ? value : undefined;
    };
    const [name, side, orderType, duration, lotsText] = [text('name'), ...TEXTS.slice(0, 4).map(text)];
    const [trailText, trailUnit, exitUnit, takeProfitText, stopLossText] = TEXTS.slice(4).map(text);
    if (!name || !side || !orderType || !duration || lotsText === undefined || !trailUnit || !exitUnit) return [];
    if (trailText === undefined || takeProfitText === undefined || stopLossText === undefined) return [];
    const kept = { name, side, orderType, duration, lotsText, trailText, trailUnit, exitUnit };
    const isOn = { hasExits: one.hasExits === true, isReduceOnly: one.isReduceOnly === true };
    const trails = one.trailsStop === true ? ({ trailsStop: true } as const) : {};
    return [{ ...kept, takeProfitText, stopLossText, ...isOn, ...trails }];
  });
}
