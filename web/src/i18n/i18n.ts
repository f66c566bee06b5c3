/**
 * Starts i18next: Vietnamese is bundled and stands in for a foreign language, English arrives on demand. All texts are one
 * namespace whose groups are the JSON files, so that a call reads `t(($) => $.words.side.BUY)`. Those that no first screen
 * needs (`later.ts`, `account.ts`, `copying.ts` and some files of their own of each language) load when a page or a part of one
 * asks for them.
 */
import i18next, { type BackendModule, type i18n as I18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import {
  convertDetectedLanguage,
  DEFAULT_LANGUAGE,
  LANGUAGE_STORAGE_KEY,
  LANGUAGES,
  PSEUDO_LANGUAGE,
} from '#i18n/languages.ts';
import type { AccountWords } from '#i18n/vi/account.ts';
import type { CopyingWords } from '#i18n/vi/copying.ts';
import { type FirstWords, type PageWords, vi } from '#i18n/vi/index.ts';
import type { LaterWords } from '#i18n/vi/later.ts';

const NAMESPACE = 'words';
const OURS: readonly string[] = [...LANGUAGES, PSEUDO_LANGUAGE];

const onDemand: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _namespace, callback) => {
    loadWords(language).then(
      (words) => callback(null, words),
      (error: unknown) => callback(error instanceof Error ? error : String(error), false),
    );
  },
};

/** Words beyond the first screen's, by who says them. Each group loads once, for every language shown from then on. */
const GROUPS = {
  later: {
    vi: async () => (await import('#i18n/vi/later.ts')).later,
    en: async () => (await import('#i18n/en/later.ts')).later,
  },
  account: {
    vi: async () => (await import('#i18n/vi/account.ts')).account,
    en: async () => (await import('#i18n/en/account.ts')).account,
  },
  copying: {
    vi: async () => (await import('#i18n/vi/copying.ts')).copying,
    en: async () => (await import('#i18n/en/copying.ts')).copying,
  },
  calculator: {
    vi: async () => ({ calculator: (await import('#i18n/vi/calculator.json')).default }),
    en: async () => ({ calculator: (await import('#i18n/en/calculator.json')).default }),
  },
  explain: {
    vi: async () => ({ explain: (await import('#i18n/vi/explain.json')).default }),
    en: async () => ({ explain: (await import('#i18n/en/explain.json')).default }),
  },
  ticketMore: {
    vi: async () => ({ ticketMore: (await import('#i18n/vi/ticket-more.json')).default }),
    en: async () => ({ ticketMore: (await import('#i18n/en/ticket-more.json')).default }),
  },
  chartMore: {
    vi: async () => ({ chartMore: (await import('#i18n/vi/chart-more.json')).default }),
    en: async () => ({ chartMore: (await import('#i18n/en/chart-more.json')).default }),
  },
  keys: {
    vi: async () => ({ keys: (await import('#i18n/vi/keys.json')).default }),
    en: async () => ({ keys: (await import('#i18n/en/keys.json')).default }),
  },
  curve: {
    vi: async () => ({ curve: (await import('#i18n/vi/curve.json')).default }),
    en: async () => ({ curve: (await import('#i18n/en/curve.json')).default }),
  },
  notices: {
    vi: async () => ({ notices: (await import('#i18n/vi/notices.json')).default }),
    en: async () => ({ notices: (await import('#i18n/en/notices.json')).default }),
  },
  ladder: {
    vi: async () => ({ ladder: (await import('#i18n/vi/ladder.json')).default }),
    en: async () => ({ ladder: (await import('#i18n/en/ladder.json')).default }),
  },
  connection: {
    vi: async () => ({ connection: (await import('#i18n/vi/connection.json')).default }),
    en: async () => ({ connection: (await import('#i18n/en/connection.json')).default }),
  },
  limits: {
    vi: async () => ({ limits: (await import('#i18n/vi/limits.json')).default }),
    en: async () => ({ limits: (await import('#i18n/en/limits.json')).default }),
  },
  proof: {
    vi: async () => ({ proof: (await import('#i18n/vi/proof.json')).default }),
    en: async () => ({ proof: (await import('#i18n/en/proof.json')).default }),
  },
  application: {
    vi: async () => ({ application: (await import('#i18n/vi/application.json')).default }),
    en: async () => ({ application: (await import('#i18n/en/application.json')).default }),
  },
  timeline: {
    vi: async () => ({ timeline: (await import('#i18n/vi/timeline.json')).default }),
    en: async () => ({ timeline: (await import('#i18n/en/timeline.json')).default }),
  },
  windows: {
    vi: async () => ({ windows: (await import('#i18n/vi/windows.json')).default }),
    en: async () => ({ windows: (await import('#i18n/en/windows.json')).default }),
  },
  preview: {
    vi: async () => ({ preview: (await import('#i18n/vi/preview.json')).default }),
    en: async () => ({ preview: (await import('#i18n/en/preview.json')).default }),
  },
};
type Group = keyof typeof GROUPS;
type GroupWords = LaterWords | AccountWords | CopyingWords | PageWords;

const loadings = new Map<Group, Promise<void>>();
/** Languages whose first words were requested: groups load for all of them. */
const shown = new Set<string>();

async function loadWords(language: string): Promise<FirstWords> {
  shown.add(language);
  const [first, ...groups] = await Promise.all([
    loadFirst(language),
    ...[...loadings.keys()].map((group) => loadGroup(group, language)),
  ]);
  return Object.assign({}, first, ...groups);
}

async function loadFirst(language: string): Promise<FirstWords> {
  if (language === 'en') return (await import('#i18n/en/index.ts')).en;
  if (language === PSEUDO_LANGUAGE) return (await import('#i18n/pseudo.ts')).pseudoWords(vi);
  return vi;
}

async function loadGroup(group: Group, language: string): Promise<GroupWords> {
  if (language === 'en') return await GROUPS[group].en();
  const words = await GROUPS[group].vi();
  return language === PSEUDO_LANGUAGE ? (await import('#i18n/pseudo.ts')).pseudoWords(words) : words;
}

async function ask(group: Group): Promise<void> {
  const loading = loadings.get(group) ?? addGroup(group);
  loadings.set(group, loading);
  try {
    await loading;
  } catch (error) {
    loadings.delete(group);
    throw error;
  }
}

async function addGroup(group: Group): Promise<void> {
  await Promise.all(
    [...shown].map(async (language) => {
      i18next.addResourceBundle(language, NAMESPACE, await loadGroup(group, language), true, true);
    }),
  );
}

/** Loads the words of trading: desk, lists, dialogs. Rejects, as all loads of words, when they do not load. */
export async function loadLaterWords(): Promise<void> {
  await ask('later');
}

/** Loads the words of the pages beside trading as well: registration, papers, money, account and security. */
export async function loadAccountWords(): Promise<void> {
  await Promise.all([ask('later'), ask('account')]);
}

/** Loads what proofs of books and papers say, with the words of account pages. */
export async function loadProofWords(): Promise<void> {
  await Promise.all([loadAccountWords(), ask('proof')]);
}

/** Loads the words of the application to become a customer, with those of account pages. */
export async function loadApplicationWords(): Promise<void> {
  await Promise.all([loadAccountWords(), ask('application')]);
}

/** Loads the words of the pages of copy trading, with those of other account pages. */
export async function loadCopyingWords(): Promise<void> {
  await Promise.all([loadAccountWords(), ask('copying')]);
}

/** Loads the words of the margin calculator, with those of trading. */
export async function loadCalculatorWords(): Promise<void> {
  await Promise.all([ask('later'), ask('calculator')]);
}

/** Loads the words of the page of keys, with those of trading. */
export async function loadKeysWords(): Promise<void> {
  await Promise.all([ask('later'), ask('keys')]);
}

/** Loads the words of the page of the curve, with those of trading. */
export async function loadCurveWords(): Promise<void> {
  await Promise.all([ask('later'), ask('curve')]);
}

/** Loads the words of panels in windows of their own, with those of trading. */
export async function loadWindowsWords(): Promise<void> {
  await Promise.all([ask('later'), ask('windows')]);
}

/** Loads the words of the page of alerts and notifications, with those of trading. */
export async function loadNoticesWords(): Promise<void> {
  await Promise.all([ask('later'), ask('notices')]);
}

/** Loads all words that the theme preview shows, its own too. */
export async function loadPreviewWords(): Promise<void> {
  await Promise.all([loadCopyingWords(), ask('chartMore'), ask('ladder'), ask('keys'), ask('preview')]);
}

/** Loads a part together with the words of trading that it needs: for `lazy` and for parts on demand. */
export async function withLaterWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), loadLaterWords()]);
  return part;
}

/** The same with the words that explain a figure. */
export async function withExplainWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([withLaterWords(load), ask('explain')]);
  return part;
}

/** The same with the words of what the ticket's menu opens. */
export async function withTicketMoreWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([withLaterWords(load), ask('ticketMore')]);
  return part;
}

/** The same with the words of what opens over a chart. */
export async function withChartMoreWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([withLaterWords(load), ask('chartMore')]);
  return part;
}

/** The same with the names of what keys do. */
export async function withKeysWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([withLaterWords(load), ask('keys')]);
  return part;
}

/** The same with the words of the ladder. */
export async function withLadderWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([withLaterWords(load), ask('ladder')]);
  return part;
}

/** Loads a part together with the words of the network's connections. */
export async function withConnectionWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), ask('connection')]);
  return part;
}

/** The same with the words of an order's life. */
export async function withTimelineWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([withLaterWords(load), ask('timeline')]);
  return part;
}

/** The same with the words of an investor's own limits. */
export async function withLimitsWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([withAccountWords(load), ask('limits')]);
  return part;
}

/** The same with the words of windows. */
export async function withWindowsWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([withLaterWords(load), ask('windows')]);
  return part;
}

/** The same with the words of alerts and notifications. */
export async function withNoticesWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), loadNoticesWords()]);
  return part;
}

/** Loads a part together with all words but the preview's. */
export async function withAccountWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), loadAccountWords()]);
  return part;
}

export async function startI18n(): Promise<I18n> {
  await i18next
    .use(LanguageDetector)
    .use(onDemand)
    .use(initReactI18next)
    .init({
      ns: [NAMESPACE],
      defaultNS: NAMESPACE,
      supportedLngs: OURS,
      // Every language has every text: only a language that is not ours has another behind it.
      fallbackLng: (language) => (OURS.includes(language) ? [] : [DEFAULT_LANGUAGE]),
      load: 'currentOnly',
      interpolation: { prefix: '{', suffix: '}', escapeValue: false },
      detection: {
        order: ['localStorage', 'navigator'],
        lookupLocalStorage: LANGUAGE_STORAGE_KEY,
        caches: ['localStorage'],
        convertDetectedLanguage,
      },
      // A part that was shown before its words arrived renders again with them.
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  reflectLanguage(i18next.resolvedLanguage);
  i18next.on('languageChanged', () => reflectLanguage(i18next.resolvedLanguage));
  return i18next;
}

/** Screen readers and hyphenation follow the document's language. */
function reflectLanguage(language: string | undefined): void {
  document.documentElement.lang = language ?? DEFAULT_LANGUAGE;
}
