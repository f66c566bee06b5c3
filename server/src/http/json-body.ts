/** Parses JSON bodies of limited depth: deeper nesting than any request needs is refused before parsing. */
import { LIMITS } from '@mua/contract/limits';
import type { FastifyInstance } from 'fastify';
import type {} from '#http/body-signature.ts';
import { replyError } from '#refusals/reply-error.ts';

export function parseJsonBodies(app: FastifyInstance): void {
  // `__proto__` and `constructor.prototype` are errors, not keys.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (request.routeOptions.config.takesSignature) request.rawBody = text;
    // Some programs send the content type without a body; where one is required the schema says so.
    if (text === '') return done(null, undefined);
    if (depthOf(text) > LIMITS.jsonMaxDepth) return done(replyError('BadRequest', { field: 'body' }));
    parse(request, text, done);
  });
}

/** Nesting depth of objects and arrays, in one pass, ignoring brackets within strings. */
export function depthOf(json: string): number {
  let [depth, deepest, isText] = [0, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (isText) {
      if (char === '\\') at += 1;
      else if (char === '"') isText = false;
    } else if (char === '"') {
      isText = true;
    } else if (char === '{' || char === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (char === '}' || char === ']') {
      depth -= 1;
    }
  }
  return deepest;
}
