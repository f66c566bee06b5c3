/** Of a build with devtools: the router's state at hand. The library's usual door is empty in every build; this one is not. */
import { TanStackRouterDevtoolsInProd } from '@tanstack/react-router-devtools';
import { router } from './router.ts';

export function Devtools() {
  return <TanStackRouterDevtoolsInProd router={router} position="bottom-left" />;
}
