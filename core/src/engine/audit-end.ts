/**
 * The journal remembers how far the audit log has come: the log's own chain of hashes can't tell that rows were cut off
 * its end. The engine keeps the newest word only, so that a start has it without reading the journal anew.
 */

import type { Step } from '#engine/step.ts';
import type { NoteAuditEnd } from '#engine/system-commands.ts';
import { assert } from '#values/whole-numbers.ts';

export function noteAuditEnd({ state }: Step, { auditId, hash }: NoteAuditEnd): void {
  const known = state.auditEnd?.auditId ?? 0;
  assert(auditId > known, 'the audit log grows: row', auditId, 'after', known);
  state.auditEnd = { auditId, hash };
}
