/** Bounds the connections of the server, and knows those of people who are signed in and of their programs. */
import type { IncomingMessage } from 'node:http';
import type { Programs, Services } from '#app/build-services.ts';
import type { HttpServerDeps } from '#app/http-server-deps.ts';
import type { OpenedHttp } from '#app/open-http.ts';
import { type Connections, guardRoom, readOpenFilesLimit, roomWithin, watchConnections } from '#http/connections.ts';
import { bearerOf } from '#http/request-guard.ts';

export function openConnections(
  { limits }: HttpServerDeps,
  parts: { readonly http: OpenedHttp; readonly services: Services; readonly programs: Programs },
): { readonly connections: Connections; readonly isSignedIn: (request: IncomingMessage) => Promise<boolean> } {
  const { app, countedAs } = parts.http;
  const { browserSessions, browserSessionCookie } = parts.services.identity;
  const { programOf } = parts.programs.oauth;

  async function isSignedIn(request: IncomingMessage): Promise<boolean> {
    const token = bearerOf(request);
    if (token !== undefined) return (await programOf(token)) !== undefined;
    const cookie = app.parseCookie(request.headers.cookie ?? '')[browserSessionCookie.name];
    return cookie !== undefined && (await browserSessions.find(cookie)) !== undefined;
  }

  const room = limits?.connections ?? roomWithin(readOpenFilesLimit());
  const connections = watchConnections(app.server, { room, countedAs, isSignedIn });
  guardRoom(app, connections);
  return { connections, isSignedIn };
}
