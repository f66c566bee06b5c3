/** Of the web's tests: parts are tested without the page that loads their words. */
import { loadNoticesWords, loadPreviewWords, withLimitsWords } from '#i18n/i18n.ts';

await Promise.all([loadPreviewWords(), loadNoticesWords(), withLimitsWords(async () => undefined)]);
