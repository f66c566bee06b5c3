/**
 * Starts i18next: Vietnamese is bundled and is what everything falls back to, English arrives on demand.
 * All texts are one namespace whose groups are the JSON files, so that a call reads `t(($) => $.words.side.BUY)`.
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
} from './languages.ts';
import { vi } from './vi/index.ts';

const loadsPseudo = import.meta.env.DEV || import.meta.env.MODE === 'test';

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

async function loadWords(language: string): Promise<typeof vi> {
  if (language === 'en') return (await import('./en/index.ts')).en;
  if (loadsPseudo && language === PSEUDO_LANGUAGE) return (await import('./pseudo.ts')).pseudoWords(vi);
  return vi;
}

export async function startI18n(): Promise<I18n> {
  await i18next
    .use(LanguageDetector)
    .use(onDemand)
    .use(initReactI18next)
    .init({
      ns: ['words'],
      defaultNS: 'words',
      resources: { vi: { words: vi } },
      partialBundledLanguages: true,
      supportedLngs: loadsPseudo ? [...LANGUAGES, PSEUDO_LANGUAGE] : LANGUAGES,
      fallbackLng: DEFAULT_LANGUAGE,
      load: 'currentOnly',
      interpolation: { prefix: '{', suffix: '}', escapeValue: false },
      detection: {
        order: loadsPseudo ? ['querystring', 'localStorage', 'navigator'] : ['localStorage', 'navigator'],
        lookupQuerystring: 'lng',
        lookupLocalStorage: LANGUAGE_STORAGE_KEY,
        caches: ['localStorage'],
        convertDetectedLanguage,
      },
      react: { useSuspense: false },
    });
  reflectLanguage(i18next.resolvedLanguage);
  i18next.on('languageChanged', () => reflectLanguage(i18next.resolvedLanguage));
  return i18next;
}

/** Screen readers and hyphenation follow the document's language. */
function reflectLanguage(language: string | undefined): void {
  document.documentElement.lang = language ?? DEFAULT_LANGUAGE;
}
