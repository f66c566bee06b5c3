/** Providers around the router, outermost first. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Toaster } from '#design/ui/toaster.tsx';
import { TooltipProvider } from '#design/ui/tooltip.tsx';
import { useResolvedTheme } from '#session/resolved-theme.ts';
import { queryClient, router } from './router.ts';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster theme={useResolvedTheme()} />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
