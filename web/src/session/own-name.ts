/** The one rule for names that investors give to what is kept for them: a name that the server refuses would stay on one device. */
import { READABLE_TEXT } from '@mua/contract/readable-text';

export function isOwnName(name: string, mostCharacters: number): boolean {
  return name !== '' && name.length <= mostCharacters && READABLE_TEXT.test(name);
}
