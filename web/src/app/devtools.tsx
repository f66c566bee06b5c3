/**
 * Shows the state of the router and of the queries in builds with devtools. The libraries' usual entry points are empty
 * outside development builds, so this uses the ones that always work.
 */
import { ReactQueryDevtools } from '@tanstack/react-query-devtools/production';
import { TanStackRouterDevtoolsInProd } from '@tanstack/react-router-devtools';
import { router } from '#app/router.ts';
import { useResolvedTheme } from '#session/resolved-theme.ts';

export function Devtools() {
  return (
    <>
      <TanStackRouterDevtoolsInProd router={router} position="bottom-left" />
      <ReactQueryDevtools theme={useResolvedTheme()} buttonPosition="bottom-right" />
    </>
  );
}
