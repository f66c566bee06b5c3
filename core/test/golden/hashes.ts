/**
 * The final state of each journal under every engine since the one that wrote it: one line per version that gives
 * another state, with the reason in ENGINE_VERSION's comment. The file's header has the state that its writer reached.
 */
export const HASHES: Readonly<Record<string, readonly { readonly engine: number; readonly stateHash: string }[]>> = {
  '2026-11-order-types.jsonl': [
    { engine: 3, stateHash: 'ab33e2caf6be532d' },
    { engine: 12, stateHash: '7cb33c5b5a9682fb' },
    { engine: 13, stateHash: '92b6746819f670a0' },
  ],
  '2026-11-platform.jsonl': [
    { engine: 3, stateHash: '7c969a887aa039db' },
    { engine: 12, stateHash: 'f2e53b9d32ff83a8' },
  ],
};
