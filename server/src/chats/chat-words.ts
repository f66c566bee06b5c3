/** What is answered in a chat (server/templates/chats.json). */
import { readFileSync } from 'node:fs';
import { CHAT_CHANNELS, type ChatChannel } from '@mua/contract/entities/notice-delivery';
import { LIMITS } from '@mua/contract/limits';
import { z } from 'zod';
import { SERVER_FOLDER } from '#ground/server-files.ts';
import type { Language } from '#messages/language.ts';

const text = z.string().min(1);
const answers = z.strictObject({ linked: text, unknown: text, ended: text });
export type ChatWord = keyof z.infer<typeof answers>;

const WORDS = z
  .record(z.enum(LIMITS.languages), z.record(z.enum(CHAT_CHANNELS), answers))
  .parse(JSON.parse(readFileSync(new URL('templates/chats.json', SERVER_FOLDER), 'utf8')));

/** To strangers in every language: nobody knows theirs. */
export function chatAnswer(channel: ChatChannel, word: ChatWord, language?: Language): string {
  const languages = language === undefined ? LIMITS.languages : [language];
  return languages.map((one) => WORDS[one][channel][word]).join('\n\n');
}
