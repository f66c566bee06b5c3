/**
 * Runs the client alone (docs/rules/connections.md#startup-configuration, the mock flag; record 107): every call of the
 * contract is answered in the page, every feed played. Only a build that asks for it has this part.
 */
import { ALL_ROUTES } from '@mua/contract/registry';
import { API_BASE, colonPathOf } from '@mua/contract/route';
import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';
import { mockReply } from '#mock/mock-answers.ts';
import { MockSocket } from '#mock/mock-socket.ts';
import { clientConfig } from '#wire/client-config.ts';

const METHODS = { GET: http.get, POST: http.post, DELETE: http.delete } as const;

export async function startMock(): Promise<void> {
  const handlers = ALL_ROUTES.map((route) => {
    const path = colonPathOf(route);
    const address = route.atRoot ? path : clientConfig().apiBaseUrl + path.slice(API_BASE.length);
    return METHODS[route.method](address, async ({ request, params }) => {
      const { searchParams } = new URL(request.url);
      const { status, body } = mockReply(route, {
        params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
        query: Object.fromEntries(searchParams),
        body: request.method === 'GET' ? null : await request.json().catch(() => null),
        nowMs: Date.now(),
      });
      return HttpResponse.json(body as Record<string, never>, { status });
    });
  });
  await setupWorker(...handlers).start({ quiet: true, onUnhandledRequest: 'bypass' });
  // This comes after the library, which installs a WebSocket of its own in the page.
  Object.assign(globalThis, { WebSocket: MockSocket });
}
