/**
 * A code that somebody copies or types into a chat: short, without letters and digits that look alike. Forty random bits
 * that hold for ten minutes: by the messages that Zalo takes of one person, nobody guesses another's.
 */
import { randomInt } from 'node:crypto';

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const HALF = 4;
const WRITTEN = new RegExp(`^([${LETTERS}]{${HALF}})\\s*[-–]\\s*([${LETTERS}]{${HALF}})$`);

export function drawCode(): string {
  const half = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${half()}-${half()}`;
}

/** As it was drawn, however it was typed; undefined if the text is none. */
export function readCode(text: string): string | undefined {
  const [, first, second] = WRITTEN.exec(text.trim().toUpperCase()) ?? [];
  return first === undefined ? undefined : `${first}-${second}`;
}
