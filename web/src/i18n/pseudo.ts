/**
 * Makes a language from Vietnamese in which every translated text is visibly ours: a text without brackets was never
 * translated.
 */
export function pseudoWords<T>(words: T): T {
  return mapTexts(words, pseudoText) as T;
}

export function pseudoText(text: string): string {
  const parts = text.split(/(\{[^}]*\})/);
  const changed = parts.map((part) =>
    part.startsWith('{') ? part : part.replace(/[aeiouAEIOU]/g, (vowel) => `${vowel}\u0308`),
  );
  return `[${changed.join('')}]`;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}
