/** Seeded bugs of orders that go with an absent sender. */
import type { Break } from '#test/simulator/break.ts';

export const ABSENCE_BREAKS = {
  /** Orders that were to outlast the day go too. */
  'gone-takes-good-till': {
    alterCommand: (_state, command) =>
      command.kind === 'setCancelAfter' ? { ...command, includesGoodTill: true } : command,
  },
  /** A broker that stood still takes it for its senders' silence. */
  'own-silence-counts': {
    beforeExecute(state, command) {
      if (state.cancelAfters.size > 0) state.timeMs = Math.max(state.timeMs, command.timeMs - 1);
    },
  },
  /** A broker that is cut off takes it for its senders' silence. */
  'deafness-counts': {
    alterCommand({ cancelAfters }, command) {
      if (command.kind !== 'passTime' || cancelAfters.size === 0) return command;
      const { isDeaf: _isDeaf, ...heard } = command;
      return heard;
    },
  },
  /** A restart forgets who is waited for. */
  'restart-forgets-absent': {
    afterRestore: (state) => state.cancelAfters.clear(),
  },
  /** Whoever says it again is not heard. */
  'heard-once': {
    alterCommand(state, command) {
      if (command.kind !== 'setCancelAfter' || command.timeoutMs === 0) return command;
      const known = state.cancelAfters.get(command.accountId)?.get(command.sender);
      return known ? { ...command, timeoutMs: Math.max(1, known.dueMs - command.timeMs) } : command;
    },
  },
  /** The last word counts, whoever's it is: the life of one hides another's death. */
  'senders-are-one': {
    alterCommand(_state, command) {
      if (command.kind !== 'setCancelAfter') return command;
      const { sender: _sender, ...unnamed } = command;
      return unnamed;
    },
  },
} as const satisfies Record<string, Break>;
