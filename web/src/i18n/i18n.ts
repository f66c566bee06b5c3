/**
 * Starts i18next: Vietnamese is bundled and is the fallback, English arrives on demand. All texts are one namespace
 * whose groups are the JSON files, so that a call reads `t(($) => $.words.side.BUY)`. Groups that no first screen needs
 * (`later.ts` of each language) load when a page or a part of one asks for them.
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
import { type FirstWords, type PreviewWords, vi } from '#i18n/vi/index.ts';
import type { LaterWords } from '#i18n/vi/later.ts';

const NAMESPACE = 'words';

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

/** Languages whose first words were requested: later words load for all of them. */
const shown = new Set<string>([DEFAULT_LANGUAGE]);

async function loadWords(language: string): Promise<FirstWords> {
  shown.add(language);
  const [first, later, preview] = await Promise.all([
    loadFirst(language),
    laterLoading && loadLater(language),
    isPreviewing && loadPreview(language),
  ]);
  return { ...first, ...later, ...(preview || {}) };
}

async function loadFirst(language: string): Promise<FirstWords> {
  if (language === 'en') return (await import('#i18n/en/index.ts')).en;
  if (language === PSEUDO_LANGUAGE) return (await import('#i18n/pseudo.ts')).pseudoWords(vi);
  return vi;
}

async function loadLater(language: string): Promise<LaterWords> {
  if (language === 'en') return (await import('#i18n/en/later.ts')).later;
  const { later } = await import('#i18n/vi/later.ts');
  if (language === PSEUDO_LANGUAGE) return (await import('#i18n/pseudo.ts')).pseudoWords(later);
  return later;
}

async function loadPreview(language: string): Promise<PreviewWords> {
  if (language === 'en') return { preview: (await import('#i18n/en/preview.json')).default };
  const preview = { preview: (await import('#i18n/vi/preview.json')).default };
  return language === PSEUDO_LANGUAGE ? (await import('#i18n/pseudo.ts')).pseudoWords(preview) : preview;
}

let isPreviewing = false;

/** Loads the later words and those of the theme preview, for every language shown from then on. */
export async function loadPreviewWords(): Promise<void> {
  isPreviewing = true;
  await loadLaterWords();
  for (const language of shown) {
    const preview = await loadPreview(language);
    if (language === DEFAULT_LANGUAGE) laterBundled = { ...laterBundled, ...preview };
    if (isStarted) i18next.addResourceBundle(language, NAMESPACE, preview, true, true);
  }
}

let isStarted = false;
let laterLoading: Promise<void> | null = null;
/** Holds the source language's later words, for a start that comes after them. */
let laterBundled: Partial<LaterWords & PreviewWords> = {};

/**
 * Loads the words beyond the first screen's, once and for every language shown from then on. Rejects when they do not
 * load.
 */
export function loadLaterWords(): Promise<void> {
  laterLoading ??= addLaterWords().catch((error: unknown) => {
    laterLoading = null;
    throw error;
  });
  return laterLoading;
}

/** Loads a part together with the later words it needs: for `lazy` and for parts on demand. */
export async function withLaterWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), loadLaterWords()]);
  return part;
}

async function addLaterWords(): Promise<void> {
  await Promise.all(
    [...shown].map(async (language) => {
      const later = await loadLater(language);
      if (language === DEFAULT_LANGUAGE) laterBundled = later;
      if (isStarted) i18next.addResourceBundle(language, NAMESPACE, later, true, true);
    }),
  );
}

export async function startI18n(): Promise<I18n> {
  const starting = i18next
    .use(LanguageDetector)
    .use(onDemand)
    .use(initReactI18next)
    .init({
      ns: [NAMESPACE],
      defaultNS: NAMESPACE,
      resources: { vi: { [NAMESPACE]: { ...vi, ...laterBundled } } },
      partialBundledLanguages: true,
      supportedLngs: [...LANGUAGES, PSEUDO_LANGUAGE],
      fallbackLng: DEFAULT_LANGUAGE,
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
  isStarted = true;
  await starting;
  reflectLanguage(i18next.resolvedLanguage);
  i18next.on('languageChanged', () => reflectLanguage(i18next.resolvedLanguage));
  return i18next;
}

/** Screen readers and hyphenation follow the document's language. */
function reflectLanguage(language: string | undefined): void {
  document.documentElement.lang = language ?? DEFAULT_LANGUAGE;
}
