/** The tabs of a copy, as its address names them. */
export const COPY_TABS = ['log', 'positions', 'weeks'] as const;
export type CopyTab = (typeof COPY_TABS)[number];

export function copyTabOf(name: unknown): CopyTab {
  return COPY_TABS.find((tab) => tab === name) ?? 'log';
}
