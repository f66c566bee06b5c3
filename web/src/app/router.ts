/** The router over the file routes; loaders and guards get the query client from its context. */
import { createRouter } from '@tanstack/react-router';
import { createQueryClient } from '#data/query-client.ts';
import { LoadingScreen } from '#design/ui/loading-screen.tsx';
import { RouteError } from './route-error.tsx';
import { routeTree } from './route-tree.gen.ts';

export const queryClient = createQueryClient();

export const router = createRouter({
  routeTree,
  context: { queryClient },
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
