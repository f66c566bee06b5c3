/**
 * The four limits. Before saving, each says when it will apply; what waits for the next trade date stays on its row
 * until then. What was typed is never lost, neither to a refusal nor to newer values from the server.
 */

import { zodResolver } from '@hookform/resolvers/zod';
import type { SelfLimitsReply } from '@mua/contract/http/self-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { saveSelfLimits } from '#accounts/self-limits.ts';
import { serverNowMs } from '#clock/market-clock.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { DialogFooter } from '#design/ui/dialogs/dialog.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { LimitFields } from '#features/own-limits/limit-fields.tsx';
import {
  currentLimits,
  draftOf,
  effectsOf,
  LIMIT_NAMES,
  limitsSchema,
  readLimits,
} from '#features/own-limits/limits-draft.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { useSubmission } from '#wire/submission.ts';

export interface LimitsFormProps {
  readonly actor: AccountActor;
  readonly reply: SelfLimitsReply;
  readonly onClose: () => void;
}

export function LimitsForm({ actor, reply, onClose }: LimitsFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const money = (sum: string) => format.vnd(sum, { bare: true });
  const now = serverNowMs();
  const inForce = currentLimits(reply.inForce, now);
  // The form starts from the last request: saving replaces what is still pending.
  const wished = currentLimits(reply.next ?? reply.inForce, now);
  const form = useForm({ defaultValues: draftOf(wished, money), resolver: zodResolver(limitsSchema(wished)) });
  const { isBusy, refusal, submit } = useSubmission();
  const [isSaved, setSaved] = useState(false);
  const read = readLimits(form.watch(), wished, now);
  const effects = effectsOf(inForce, read.limits);
  const saved = new Set(LIMIT_NAMES.filter((name) => isSame(read.limits[name], wished[name])));
  const isChanged = Object.keys(read.faults).length > 0 || saved.size < LIMIT_NAMES.length;

  const save = form.handleSubmit(async (limits) => {
    if (isBusy) return;
    await submit(async () => {
      const reply = await saveSelfLimits(client, actor, limits);
      form.reset(draftOf(currentLimits(reply.next ?? reply.inForce, serverNowMs()), money));
      setSaved(true);
    });
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
      <LimitFields form={form} inForce={inForce} wished={wished} effects={effects} saved={saved} />
      <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} />}</RefusalNote>
      <DialogFooter className="items-center">
        <p role="status" className="mr-auto text-12 text-success">
          {isSaved && !isChanged && t(($) => $.limits.saved)}
        </p>
        <Button variant="outline" onClick={onClose}>
          {t(($) => $.shell.action.close)}
        </Button>
        <Button
          type="submit"
          disabled={!isChanged}
          busy={isBusy}
          busyLabel={t(($) => $.limits.saving)}
          data-testid="save-limits"
        >
          {t(($) => $.shell.action.save)}
        </Button>
      </DialogFooter>
    </form>
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
