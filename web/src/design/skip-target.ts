/** Names the targets of the skip links at the top of a page. */
export const SKIP_TARGETS = ['board', 'ticket', 'lists'] as const;
export type SkipTarget = (typeof SKIP_TARGETS)[number];

/**
 * Props of the element that begins the target: it takes the focus from the link, and the next stop is the first one
 * inside.
 */
export function skipTarget(id: SkipTarget) {
  return { id, tabIndex: -1 };
}
