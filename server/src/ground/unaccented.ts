/** Removes Vietnamese accents. đ is a letter of its own, which Unicode normalisation does not decompose. */
export function unaccented(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');
}
