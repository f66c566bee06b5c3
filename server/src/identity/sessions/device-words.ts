/** Describes a browser in the few words by which people know their devices: `Chrome 150, Windows`. */

/** In this order: each further one also claims to be those before it. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Cốc Cốc', /\bcoc_coc_browser\/(\d+)/],
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|Opera)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Empty if the header names neither; of limited length. */
export function deviceWords(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const [browser] = BROWSERS.flatMap(([name, pattern]) => {
    const version = pattern.exec(text)?.[1];
    return version === undefined ? [] : [`${name} ${version.slice(0, 4)}`];
  });
  const [system] = SYSTEMS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  return [browser, system].filter((part) => part !== undefined).join(', ');
}

/** The device regardless of its browser's version: `Chrome, Windows`. */
export function deviceKind(words: string): string {
  return words.replace(/ \d+(?=,|$)/, '');
}
