/** Finds words by which a description promises results: no desk approves it, so its leader is told while typing. */

/** Compared in lower case without accents: what is typed on a phone often has none. */
const PROMISES = [
  /cam ket\s+(?:[a-z]+\s+){0,2}?(?:lai|loi|sinh)[a-z ]*(?:\d+[.,]?\d*\s*%)?/,
  /(?:bao|dam bao|bao dam)\s+(?:co\s+)?(?:lai|loi nhuan|khong lo|hoan von|an toan)/,
  /chac chan\s+(?:co\s+)?(?:lai|thang|loi)/,
  /lai\s+(?:co dinh|chac|deu\s+(?:moi|hang))[a-z ]*/,
  /khong\s+(?:bao gio\s+|the\s+)?(?:lo|thua|rui ro)\b/,
  /(?:rui ro\s+(?:bang\s+)?(?:0|khong))\b/,
  /(?:x2|x3|nhan doi|gap doi)\s+tai khoan/,
  /guarante\w*/,
  /risk[- ]?free|no risk|zero risk|without risk/,
  /(?:sure|certain|fixed|assured)\s+(?:profits?|returns?|gains?|income)/,
  /(?:can(?:no|')t|never)\s+(?:lose|fail)/,
  /100\s?%\s+(?:win|lai|thang|profit)\w*/,
] as const;

/** Returns the first such words as they were typed; undefined where there are none. */
export function promiseIn(text: string): string | undefined {
  const typed = text.normalize('NFC');
  const plain = plainOf(typed);
  for (const promise of PROMISES) {
    const found = promise.exec(plain);
    if (found) return typed.slice(found.index, found.index + found[0].length).trim();
  }
  return undefined;
}

/** Letter by letter, so that a place in one is the same place in the other. */
function plainOf(text: string): string {
  return [...text]
    .map((letter) => {
      const [base = letter] = letter.replace(/đ/gi, 'd').normalize('NFD').toLowerCase();
      return base.length === letter.length ? base : letter;
    })
    .join('');
}
