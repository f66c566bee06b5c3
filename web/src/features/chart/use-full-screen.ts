/**
 * Full screen: the panel covers the page and the page covers the screen, so that menus, which are mounted at the end of
 * the page, stay visible. Where the browser has no full screen (on phones), the panel only covers the page; Escape
 * leaves both.
 */
import { useCallback, useEffect, useState } from 'react';

export type FullScreen = readonly [isFull: boolean, set: (isFull: boolean) => void];

export function useFullScreen(): FullScreen {
  const [isFull, setIsFull] = useState(false);
  const set = useCallback((next: boolean) => {
    setIsFull(next);
    // Even if full screen is refused or missing, the panel covers the page.
    if (next) document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isFull) return;
    const onChange = () => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    const onKey = (event: KeyboardEvent) => {
      // An open menu handles Escape itself.
      if (event.key === 'Escape' && !event.defaultPrevented) set(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
      // Another contract mounts another panel: the page must get its header back.
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull, set]);
  return [isFull, set];
}
