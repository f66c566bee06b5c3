/**
 * What each journal comes to under the engines since the one that wrote it: a line for every version that gives another
 * state, with its reason in ENGINE_VERSION's comment. The file's own head is the state that its writer left.
 */
export const HASHES: Readonly<Record<string, readonly { readonly engine: number; readonly stateHash: string }[]>> = {
  '2026-11-order-types.jsonl': [{ engine: 3, stateHash: 'ab33e2caf6be532d' }],
  '2026-11-platform.jsonl': [{ engine: 3, stateHash: '7c969a887aa039db' }],
};
