/** Of the web's tests: parts are tested without the page that loads their words. */
import {
  loadApplicationWords,
  loadNoticesWords,
  loadPreviewWords,
  loadProofWords,
  withLimitsWords,
} from '#i18n/i18n.ts';

await Promise.all([
  ...[loadPreviewWords(), loadNoticesWords(), loadProofWords(), loadApplicationWords()],
  withLimitsWords(async () => undefined),
]);
