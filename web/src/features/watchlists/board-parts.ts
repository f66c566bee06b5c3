/** What the board loads of the named lists, in one piece. */

export { ListTabs } from '#features/watchlists/list-tabs.tsx';
export { EmptyList, ListTools } from '#features/watchlists/list-tools.tsx';
export { moveInShownList } from '#features/watchlists/move-in-list.ts';
