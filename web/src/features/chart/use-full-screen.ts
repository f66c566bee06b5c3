/**
 * Full screen: the panel covers the page and the page the screen, so that menus, which hang at the end of the page, are
 * seen too. Where a browser has no full screen (a phone's), covering the page is what is left; Escape leaves both.
 */
import { useCallback, useEffect, useState } from 'react';

export function useFullScreen(): readonly [boolean, (isFull: boolean) => void] {
  const [isFull, setIsFull] = useState(false);
  const set = useCallback((next: boolean) => {
    setIsFull(next);
    // Refused or not there: the panel covers the page all the same.
    if (next) document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isFull) return;
    const onChange = () => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    const onKey = (event: KeyboardEvent) => {
      // An open menu takes Escape for itself.
      if (event.key === 'Escape' && !event.defaultPrevented) set(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
    };
  }, [isFull, set]);
  // Another contract brings another panel: the page must not stay without its head.
  useEffect(
    () => () => {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    },
    [],
  );
  return [isFull, set];
}
