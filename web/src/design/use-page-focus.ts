import { type RefObject, useEffect, useRef } from 'react';

/** What had the focus may have gone with the page before: then keys go on from the new one, not from the browser's bar. */
export function usePageFocus(page: RefObject<HTMLElement | null>, pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = page.current?.closest('main');
    if (main) main.scrollTop = 0;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [page, pathname]);
}
