/** Replaces a page that broke, leaving the frame around it. A development build links to the line that threw. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { sourceLink } from '#app/source-link.ts';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { clientConfig } from '#wire/client-config.ts';

export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <div className="m-auto">
      <ErrorPanel code="DefaultError" onRetry={reset} />
      {import.meta.env.WITH_DEVTOOLS && <ThrownAt error={error} />}
    </div>
  );
}

/** For developers, so in English only. */
function ThrownAt({ error }: { error: unknown }) {
  if (!(error instanceof Error)) return null;
  const place = { editor: clientConfig().editor, root: import.meta.env.SOURCE_ROOT ?? '', stack: error.stack };
  const link = sourceLink(place);
  return (
    <p className="max-w-160 px-3 pb-5 text-center font-mono text-12 text-fg-2">
      {link === null ? error.message : <a href={link}>{error.message}</a>}
    </p>
  );
}
