/** The tab's title: the page first, because tabs are narrow; then the product. */
import { useEffect } from 'react';
import { clientConfig } from '#wire/client-config.ts';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${clientConfig().appName}`;
  }, [title]);
}
