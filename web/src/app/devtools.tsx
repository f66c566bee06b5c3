/**
 * Of a build with devtools: the state of the router and of the queries at hand. The libraries' usual doors are empty in
 * every build but a developer's; these are not.
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
