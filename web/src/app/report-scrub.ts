/**
 * What may leave the browser in an error report: what broke and where in the program. Never who it was, what they own or
 * what lets somebody in: handles, tokens, codes, numbers of accounts and phones, sums, mail addresses, queries.
 */
import { ERROR_CODES } from '@mua/contract/errors';

const HIDDEN = '[hidden]';
const CODES: ReadonlySet<string> = new Set(ERROR_CODES);

/** Bounded, because a recording has words of a hundred thousand letters; `}@media` is none. */
const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.\p{L}{2,24}/gu;
/** From the mark on, whatever comes: a query or fragment is where tokens travel. */
const QUERY = /((?:https?:\/\/|\/)[^\s?#"']*)[?#][^\s"']*/g;
const ACCOUNT = /\b\d{3}[A-Z]\d{6}(?:-\d{2})?\b/g;
const SUM = /\d{1,3}(?:[.,\s]\d{3})+(?:[.,]\d+)?/g;
/** Codes of six digits, phones, cards, accounts at banks. */
const DIGITS = /\d{6,}/g;
const OPAQUE = /[A-Za-z0-9_-]{20,}/g;

/** A person's data in a text is replaced, a code of the catalogue stays. */
export function scrubbedText(text: string): string {
  return text
    .replace(QUERY, '$1')
    .replace(MAIL, HIDDEN)
    .replace(ACCOUNT, HIDDEN)
    .replace(SUM, HIDDEN)
    .replace(OPAQUE, (word) => (CODES.has(word) ? word : HIDDEN))
    .replace(DIGITS, HIDDEN);
}

/** Says which program, which file, which report: nothing of a person's is in them, and without them a report is none. */
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
/** Files are named by their content: only a query is taken from their addresses. */
const ADDRESSES: ReadonlySet<string> = new Set(['filename', 'abs_path']);
/** What is never sent, whatever stands in it. */
const PERSONAL: ReadonlySet<string> = new Set(['user', 'cookies', 'headers', 'query_string', 'server_name']);

/** The same report without what is a person's; its shape stays. */
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
 * What a recording tells in words of its own (calls, clicks, the console) is scrubbed as a report is. Of the pages
 * themselves texts and most attributes were masked where they were recorded; here goes what names somebody in the rest.
 * Throws at anything else than a recording: what can't be read does not leave.
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
