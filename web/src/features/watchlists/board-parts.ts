/** What the board loads of the named lists, in one piece. */

export { ListTabs } from './list-tabs.tsx';
export { EmptyList, ListTools } from './list-tools.tsx';
export { moveInShownList } from './move-in-list.ts';
