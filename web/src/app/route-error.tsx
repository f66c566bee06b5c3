/** A page that broke: the frame around it stays. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorPanel } from '#design/ui/error-panel.tsx';

export function RouteError({ reset }: ErrorComponentProps) {
  return <ErrorPanel code="DefaultError" onRetry={reset} className="m-auto" />;
}
