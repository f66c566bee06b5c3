/**
 * The world around a part of a page under test: words, an investor who is signed in, a server that the test plays, a
 * cache and, where the part needs one, an address.
 */
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { ACTOR } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';

/** The server: it answers nothing until a test says what, and forgets after each. */
export const fetched = vi.fn<typeof fetch>(() => new Promise(() => {}));

export const answer = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

export const refused = (status: number, code: string, facts: object = {}): Response =>
  answer(status, { code, facts, requestId: 'r' });

interface World {
  readonly language?: 'vi' | 'en';
  /** Null: a visitor. */
  readonly userId?: string | null;
}

/** Makes the world anew for each test of the file. Stands before the file's own hooks, which may then change it. */
export function preparePages({ language = 'vi', userId = ACTOR.userId }: World = {}): void {
  beforeAll(async () => {
    localStorage.setItem('i18nextLng', language);
    await startI18n();
  });
  beforeEach(() => {
    vi.stubEnv('VITE_APP_NAME', 'Mùa');
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('scrollTo', () => undefined);
    fetched.mockReset();
    if (userId !== null) signIn(userId);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    useAuth.getState().signOutAll();
  });
}

export function signIn(userId: string): void {
  useAuth.getState().addAccount({ user: { userId }, accessToken: { value: handleOf(userId) } });
}

/** What the calls of an investor carry to say whose they are. */
export const handleOf = (userId: string): string => userId.padEnd(22, userId);

/** Answers that the cache has from the beginning, and never asks for again. */
export type Known = readonly (readonly [QueryKey, unknown])[];

interface Shown extends Pick<RenderResult, 'rerender'> {
  readonly client: QueryClient;
  readonly user: UserEvent;
}

/** Shows a part that needs no address. */
export function renderPart(part: ReactNode, known: Known = []): Shown {
  const client = cacheOf(known);
  const { rerender } = render(part, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <TooltipProvider>{children}</TooltipProvider>
      </QueryClientProvider>
    ),
  });
  return { client, rerender, user: userEvent.setup({ delay: null }) };
}

/** A cache that does not try again: a test that wants a second answer asks for it. */
export function cacheOf(known: Known): QueryClient {
  const fresh = known.length > 0 ? { staleTime: Number.POSITIVE_INFINITY } : {};
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, ...fresh } } });
  for (const [key, value] of known) client.setQueryData(key, value);
  return client;
}

interface Address {
  readonly at?: string;
  /** The addresses that the page stands at, where it matters which they are; else it stays wherever it leads. */
  readonly paths?: readonly string[];
  readonly known?: Known;
}

/** Shows a page at an address. */
export async function renderPage(page: ReactNode, { at = '/', paths = ['$'], known }: Address = {}) {
  const root = createRootRoute({ component: Outlet });
  const routes = paths.map((path) => createRoute({ getParentRoute: () => root, path, component: () => page }));
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await router.load();
  // The product's own tree of routes is another type.
  return { ...renderPart(<RouterProvider router={router as never} />, known), router };
}
