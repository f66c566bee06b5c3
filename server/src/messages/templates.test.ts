import { expect, test } from 'vitest';
import { languageOf } from '#messages/language.ts';
import { renderMessage, TEMPLATE_NAMES, timeText } from '#messages/templates.ts';

const facts = {
  ...{ code: '042137', minutes: '5', investor: '108C000001', time: '20/11/2026 12:00' },
  ...{ device: 'Chrome 150, Windows', address: '192.0.2.1', reason: 'the back of the card is blurred' },
  ...{ bank: 'Vietcombank', number: '··· 4471', beneficiary: 'Vietcombank ··· 4471', account: '108C000001-01' },
  ...{ paper: 'Hợp đồng giao dịch', amount: '200.000.000 ₫', reference: 'FT26329-1', until: '21/11/2026 12:00' },
};

test.each(
  TEMPLATE_NAMES.flatMap((template) => (['vi', 'en'] as const).map((language) => [template, language] as const)),
)('%s in %s states all its facts and leaves no placeholder', (template, language) => {
  const mail = renderMessage({ template, channel: 'email', language, facts });
  const sms = renderMessage({ template, channel: 'phone', language, facts });
  expect(sms.subject).toBeNull();
  const texts = [mail.subject ?? '', mail.text, sms.text];
  expect(texts.join()).not.toMatch(/[{}]/);
  // In a mail, the brand is in the subject rather than the body.
  for (const text of [mail.subject, sms.text]) expect(text).toContain('Mùa');
  if (template.startsWith('codeTo')) {
    // Subjects are visible to anybody who glances at the screen.
    expect(mail.subject).not.toContain(facts.code);
    for (const { text } of [mail, sms]) expect(text).toContain(facts.code);
  }
});

test('a missing fact is a bug', () => {
  expect(() => renderMessage({ template: 'emailChanged', channel: 'email', language: 'en', facts: {} })).toThrow(
    'investor',
  );
});

test('times are in Vietnam’s time zone', () => {
  const timeMs = Date.parse('2026-11-20T17:30:00.000Z');
  expect(timeText(timeMs)).toBe('21/11/2026 00:30:00');
});

test.each([
  ['vi-VN,vi;q=0.9,en;q=0.8', 'vi'],
  ['en-GB,en;q=0.9', 'en'],
  ['fr-FR, en;q=0.4, vi;q=0.6', 'vi'],
  ['vi;q=0, en', 'en'],
  ['de', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
  ['x'.repeat(1000), undefined],
])('the header %j prefers %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
