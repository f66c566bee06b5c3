/**
 * Reads the document as soon as all its pictures are there, while its holder goes on: what was read fills in what nobody
 * has typed meanwhile.
 */
import { type DocumentReading, registrationFields } from '@mua/contract/entities/registration';
import { useEffect, useRef } from 'react';
import type { ApplicationForm, OpenApplication } from '#pages/account-overview/ekyc/use-application.ts';
import { type Submission, useSubmission } from '#wire/submission.ts';

export interface Reading extends Pick<Submission, 'isBusy' | 'refusal'> {
  /** Reads pictures that were not read yet; a reading may be asked for a few times an hour only. */
  start(): void;
  again(): void;
}

export function useReading(application: OpenApplication): Reading {
  const { form, registration } = application;
  const { isBusy, refusal, submit } = useSubmission();
  const asked = useRef(registration.reading && picturesOf(form));
  const again = (): void => {
    asked.current = picturesOf(form);
    if (asked.current !== null) void submit(() => readDocument(application));
  };
  const start = (): void => {
    if (picturesOf(form) !== asked.current) again();
  };
  const startOnce = useRef(start);
  // Somebody who left while it was read comes back to pictures without a reading.
  useEffect(() => startOnce.current(), []);
  return { isBusy, refusal, start, again };
}

/** Which pictures would be read; null while one is missing. */
function picturesOf(form: ApplicationForm): string | null {
  const { documentType, frontImageId, backImageId, passportImageId } = form.getValues();
  if (documentType === 'PASSPORT') return passportImageId ?? null;
  return frontImageId && backImageId ? `${frontImageId} ${backImageId}` : null;
}

async function readDocument({ form, calls }: OpenApplication): Promise<void> {
  const { documentType, frontImageId = '', backImageId = '', passportImageId = '' } = form.getValues();
  const isPassport = documentType === 'PASSPORT';
  fillIn(form, await (isPassport ? calls.readPassport(passportImageId) : calls.readCard(frontImageId, backImageId)));
}

function fillIn(form: ApplicationForm, { fields }: DocumentReading): void {
  for (const [name, { value }] of Object.entries(fields)) {
    if (!(name in registrationFields.shape)) continue;
    const field = name as 'fullName';
    if (value !== '' && !form.getValues(field)) form.setValue(field, value, { shouldDirty: true });
  }
}
