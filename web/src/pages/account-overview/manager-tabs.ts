/** The tabs of the order manager, by their names in the address. */
export const MANAGER_TABS = ['orders', 'positions', 'conditional'] as const;
export type ManagerTab = (typeof MANAGER_TABS)[number];
