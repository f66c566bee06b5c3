/**
 * Decides what an error report may contain: what broke and where in the program. It never says who the user is, what
 * they own or what grants access: handles, tokens, codes, account and phone numbers, amounts, mail addresses, queries.
 */
import { ERROR_CODES } from '@mua/contract/errors';

const HIDDEN = '[hidden]';
const CODES: ReadonlySet<string> = new Set(ERROR_CODES);

/** Bounded, because a recording contains words of a hundred thousand letters; `}@media` is not a mail address. */
const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.\p{L}{2,24}/gu;
/** Everything from the mark on is removed: tokens travel in queries and fragments. */
const QUERY = /((?:https?:\/\/|\/)[^\s?#"']*)[?#][^\s"']*/g;
const ACCOUNT = /\b\d{3}[A-Z]\d{6}(?:-\d{2})?\b/g;
const SUM = /\d{1,3}(?:[.,\s]\d{3})+(?:[.,]\d+)?/g;
/** Six-digit codes, phone numbers, card numbers and bank accounts. */
const DIGITS = /\d{6,}/g;
const OPAQUE = /[A-Za-z0-9_-]{20,}/g;

/** Replaces personal data in a text; a code of the catalogue is kept. */
export function scrubbedText(text: string): string {
  return text
    .replace(QUERY, '$1')
    .replace(MAIL, HIDDEN)
    .replace(ACCOUNT, HIDDEN)
    .replace(SUM, HIDDEN)
    .replace(OPAQUE, (word) => (CODES.has(word) ? word : HIDDEN))
    .replace(DIGITS, HIDDEN);
}

/**
 * Identify the program, the file and the report. They contain nothing personal, and a report is useless without them.
 */
const OF_THE_PROGRAM: ReadonlySet<string> = new Set([
  'event_id',
  'replay_id',
  'replayId',
  'error_ids',
  'trace_ids',
  'trace_id',
  'span_id',
  'parent_span_id',
  'debug_id',
  'debug_meta',
  'code_file',
  'sdk',
  'release',
  'timestamp',
  'function',
  'module',
]);
/** File names are content hashes: only a query is removed from their addresses. */
const ADDRESSES: ReadonlySet<string> = new Set(['filename', 'abs_path']);
/** Never sent, whatever the value. */
const PERSONAL: ReadonlySet<string> = new Set(['user', 'cookies', 'headers', 'query_string', 'server_name']);

/** Returns the same report without personal data; its shape is kept. */
export function scrubbedReport<T>(report: T): T {
  // The walk keeps every shape and changes texts only.
  return scrubbed(report, '') as T;
}

function scrubbed(value: unknown, key: string): unknown {
  if (OF_THE_PROGRAM.has(key)) return value;
  if (typeof value === 'string') return ADDRESSES.has(key) ? value.replace(QUERY, '$1') : scrubbedText(value);
  if (typeof value === 'number') return Math.abs(value) >= 1e6 && !/timestamp|time$|size/i.test(key) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((each) => scrubbed(each, ''));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !PERSONAL.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, scrubbed(each, name)]));
}

const RECORDED_EVENT = { meta: 4, custom: 5 };

/**
 * Scrubs a recording. Its own descriptions (calls, clicks, the console) are scrubbed like a report. Texts and most
 * attributes of the pages were masked when recorded; identifying data in the rest is removed here. Throws for anything
 * but a recording: what can't be read is not sent.
 */
export function scrubbedRecording(recording: string): string {
  const lines = recording.split('\n').map((line) => {
    const part: unknown = JSON.parse(line);
    return JSON.stringify(Array.isArray(part) ? part.map(scrubbedEvent) : part);
  });
  return lines
    .join('\n')
    .replace(/"href":"([^"]*)"/g, (_, href: string) => `"href":"${scrubbedText(href)}"`)
    .replace(MAIL, HIDDEN)
    .replace(ACCOUNT, HIDDEN);
}

function scrubbedEvent(event: unknown): unknown {
  const type: unknown = typeof event === 'object' && event !== null ? Reflect.get(event, 'type') : undefined;
  return type === RECORDED_EVENT.meta || type === RECORDED_EVENT.custom ? scrubbedReport(event) : event;
}
