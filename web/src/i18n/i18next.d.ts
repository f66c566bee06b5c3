import 'i18next';
import type { Words } from '#i18n/vi/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    // With `optimize`, selectors are checked, and plural and context suffixes are not guessed from keys such as
    // PARTIALLY_FILLED.
    enableSelector: 'optimize';
    resources: { words: Words };
    interpolationPrefix: '{';
    interpolationSuffix: '}';
  }
}
