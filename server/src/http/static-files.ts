/**
 * Serves the built client: its files, and its shell for every other path. Paths that the client knows answer 200, any
 * other the same shell with 404, so that a wrong link is an error for machines too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isClientPath } from '@mua/contract/client-paths';
import { API_BASE } from '@mua/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#ground/config.ts';
import { sendError } from '#http/error-reply.ts';
import { pathOf } from '#http/path-of.ts';
import { replyError } from '#refusals/reply-error.ts';

const ASSETS = 'assets';
const SAVED_COPY = `${sep}mua-verify.html`;

export async function serveClient(
  app: FastifyInstance,
  { folder, mode }: { readonly folder: string; readonly mode: Config['mode'] },
): Promise<void> {
  const root = resolve(folder);
  const shell = readShell(root);
  if (shell) {
    const common = { index: false, preCompressed: true, cacheControl: false } as const;
    // Hundreds of files, named by their content: one route for all, as a route for each takes a tenth of the start.
    await app.register(fastifyStatic, {
      ...common,
      root: join(root, ASSETS),
      prefix: `/${ASSETS}/`,
      decorateReply: false,
      setHeaders: (response) => response.header('cache-control', 'public, max-age=31536000, immutable'),
    });
    await app.register(fastifyStatic, {
      ...common,
      root,
      wildcard: false,
      globIgnore: [`${ASSETS}/**`],
      setHeaders(response, path) {
        response.header('cache-control', 'no-cache');
        // It runs from a disk; here the page's policy would not let it.
        if (path.endsWith(SAVED_COPY)) response.header('content-disposition', 'attachment');
      },
    });
    app.get('/', { schema: { hide: true } }, (request, reply) => sendShell(shell, 200, request, reply));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const isOurs = path === API_BASE || path.startsWith(`${API_BASE}/`) || path.startsWith('/socket.io');
    if (!shell || !isPage || isOurs) return sendError(replyError('NotFound', {}), request, reply);
    return sendShell(shell, isClientPath(path, mode) ? 200 : 404, request, reply);
  });
}

interface Shell {
  readonly plain: Buffer;
  readonly brotli: Buffer | undefined;
}

function readShell(root: string): Shell | undefined {
  const file = join(root, 'index.html');
  if (!existsSync(file)) return undefined;
  const packed = `${file}.br`;
  return { plain: readFileSync(file), brotli: existsSync(packed) ? readFileSync(packed) : undefined };
}

function sendShell(shell: Shell, status: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
  if (takesBrotli && shell.brotli) return reply.header('content-encoding', 'br').send(shell.brotli);
  return reply.send(shell.plain);
}
