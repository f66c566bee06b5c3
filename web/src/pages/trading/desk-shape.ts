/** Decides which desk fits the window (design mockups): fewer panels side by side instead of narrower ones. */
import { DESK_QUERY, useMediaQuery } from '#design/use-media-query.ts';

/**
 * `phone`: one part at a time. `tablet`: the ticket is a sheet. `compact`: book and tape share a panel. `full`: all
 * side by side. `wide`: positions and orders side by side too.
 */
export type DeskShape = 'phone' | 'tablet' | 'compact' | 'full' | 'wide';

const COMPACT_QUERY = '(min-width: 1080px)';
const FULL_QUERY = '(min-width: 1360px)';
const WIDE_QUERY = '(min-width: 1700px) and (min-height: 960px)';

export function useDeskShape(): DeskShape {
  const isDesk = useMediaQuery(DESK_QUERY);
  const isCompact = useMediaQuery(COMPACT_QUERY);
  const isFull = useMediaQuery(FULL_QUERY);
  const isWide = useMediaQuery(WIDE_QUERY);
  if (!isDesk) return 'phone';
  if (!isCompact) return 'tablet';
  if (!isFull) return 'compact';
  return isWide ? 'wide' : 'full';
}
