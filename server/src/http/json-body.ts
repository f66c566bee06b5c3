/**
 * Parses JSON bodies of limited depth and with unequal names: deeper nesting than any request needs, and an object with
 * two members of one name, are refused before parsing.
 */
import { LIMITS } from '@mua/contract/limits';
import type { FastifyInstance } from 'fastify';
import type {} from '#http/body-signature.ts';
import { replyError } from '#refusals/reply-error.ts';

const FACT_MAX = 100;

export function parseJsonBodies(app: FastifyInstance): void {
  // `__proto__` and `constructor.prototype` are errors, not keys.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (request.routeOptions.config.takesSignature) request.rawBody = text;
    // Some programs send the content type without a body; where one is required the schema says so.
    if (text === '') return done(null, undefined);
    const fault = shapeFault(text);
    if (fault === 'depth') return done(replyError('BadRequest', { field: 'body' }));
    if (fault) return done(replyError('DuplicateField', { field: fault.repeated.slice(0, FACT_MAX) }));
    parse(request, text, done);
  });
}

/** What is wrong with the shape of a JSON text: nested too deep, or the first name that one object has twice. */
export type ShapeFault = 'depth' | { readonly repeated: string };

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

/**
 * Reads the text once, without parsing it: what is not JSON at all is left to the parser. The parser would take the last
 * of two equal names, and a guard in front of the server may have read the first.
 */
export function shapeFault(json: string, maxDepth: number = LIMITS.jsonMaxDepth): ShapeFault | undefined {
  /** The names of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfText(json, at);
        if (isName) {
          const names = open.at(-1);
          const name = nameFrom(json.slice(at, end + 1));
          if (names?.has(name)) return { repeated: name };
          names?.add(name);
          isName = false;
        }
        at = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (open.length === maxDepth) return 'depth';
        isName = json.charCodeAt(at) === OPEN_OBJECT;
        open.push(isName ? new Set() : null);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        isName = false;
        break;
      case COMMA:
        isName = Boolean(open.at(-1));
        break;
      default:
    }
  }
  return undefined;
}

/** Where the text that begins with this quote ends; the end of everything if it does not. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

/** As the parser will read it: a letter can be spelled in several ways. */
function nameFrom(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
