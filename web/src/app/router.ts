/** The router over the file routes; loaders and guards get the query client from its context. */
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { LoadingScreen } from '#app/loading-screen.tsx';
import { RouteError } from '#app/route-error.tsx';
import { routeTree } from '#app/route-tree.gen.ts';
import { createQueryClient } from '#wire/query-client.ts';

export const queryClient = createQueryClient();

export const router = createRouter({
  routeTree,
  context: { queryClient },
  // Query values are text. Parsed as JSON, another program's `state=1e5` would be returned to it as 100000.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
