/** Wraps the router in its providers, outermost first. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { late } from '#app/late.ts';
import { queryClient, router } from '#app/router.ts';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { afterFirstPrice, useAfterFirstPrice } from '#market/first-price.ts';
import { useResolvedTheme } from '#session/resolved-theme.ts';

export function App() {
  useEffect(startNetwork, []);
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <LateToaster />
        {Devtools && (
          <Suspense fallback={null}>
            <Devtools />
          </Suspense>
        )}
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** Pings start on every page, whether or not it has a feed. */
function startNetwork(): () => void {
  return afterFirstPrice(() => void import('#network/live-network.ts').catch(() => undefined));
}
/** Included only in builds that ask for devtools; other builds contain none of this code. */
const Devtools = import.meta.env.WITH_DEVTOOLS
  ? lazy(async () => ({ default: (await import('#app/devtools.tsx')).Devtools }))
  : null;

const Toaster = late(async () => ({ default: (await import('#design/ui/feedback/toaster.tsx')).Toaster }));

/** Toasts are pointless before the first paint, so they do not delay the first price. */
function LateToaster() {
  const theme = useResolvedTheme();
  return useAfterFirstPrice() ? (
    <Suspense fallback={null}>
      <Toaster theme={theme} />
    </Suspense>
  ) : null;
}
