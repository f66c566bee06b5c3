/** What the board loads of the named lists, as one chunk. */

export { ListTabs } from '#features/watchlists/list-tabs.tsx';
export { EmptyList, ListTools } from '#features/watchlists/list-tools.tsx';
export { moveInShownList } from '#features/watchlists/move-in-list.ts';
