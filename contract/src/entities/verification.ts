/** A verification that an operator asked for, while it takes longer than an answer may. */
import { z } from 'zod';
import { count, opaqueId } from '#wire.ts';

export const verificationUnderWay = z
  .object({
    /** Its result is asked for by it. */
    runId: opaqueId,
    /** What has been looked at, of all there is. */
    reached: count,
    whole: count,
  })
  .meta({ id: 'VerificationUnderWay' });

/** Without an id the one under way is asked for, or a new one begins. */
export const verificationQuery = z.strictObject({ runId: opaqueId.optional() });
