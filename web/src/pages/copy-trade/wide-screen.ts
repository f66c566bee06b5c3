/** Tells whether the screen has room for a strategy beside what it is chosen from, and for its terms beside its results. */
import { useMediaQuery } from '#design/use-media-query.ts';

/** The bound is that of the `xl` classes. */
const WIDE = '(min-width: 80rem)';

export function useWideScreen(): boolean {
  return useMediaQuery(WIDE);
}
