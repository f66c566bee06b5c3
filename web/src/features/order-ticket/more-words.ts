/** The words of what the ticket's menu opens travel with it: no page has to load them. */
import i18next from 'i18next';
import en from '#i18n/en/ticket-more.json';
import vi from '#i18n/vi/ticket-more.json';

/** A language without its own words must load them first: given these alone it would count as loaded. */
function add(): void {
  for (const [language, ticketMore] of Object.entries({ vi, en })) {
    const isLoaded = i18next.hasResourceBundle(language, 'words');
    if (isLoaded) i18next.addResourceBundle(language, 'words', { ticketMore }, true, true);
  }
}

add();
i18next.on('loaded', add);
