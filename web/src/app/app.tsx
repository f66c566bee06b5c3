/** Providers around the router, outermost first. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAfterFirstPrice } from '#data/first-price.ts';
import { TooltipProvider } from '#design/ui/tooltip.tsx';
import { useResolvedTheme } from '#session/resolved-theme.ts';
import { queryClient, router } from './router.ts';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <LateToaster />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

const Toaster = lazy(async () => ({ default: (await import('#design/ui/toaster.tsx')).Toaster }));

/** Nothing can be told before there is something to see: toasts do not delay the first price. */
function LateToaster() {
  const theme = useResolvedTheme();
  return useAfterFirstPrice() ? (
    <Suspense fallback={null}>
      <Toaster theme={theme} />
    </Suspense>
  ) : null;
}
