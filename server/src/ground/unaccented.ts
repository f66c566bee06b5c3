/** Vietnamese in plain letters; đ is a letter of its own, which no normal form takes apart. */
export function unaccented(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');
}
