/**
 * Reads the document as soon as all its pictures are there, while its holder goes on. What was read fills in what nobody
 * has typed: empty fields, and those that hold what an earlier reading put there.
 */
import { type DocumentReading, type RegistrationField, registrationFields } from '@mua/contract/entities/registration';
import { useEffect, useRef, useState } from 'react';
import { readValues } from '#pages/account-overview/ekyc/reading-differences.ts';
import type { ApplicationForm, OpenApplication } from '#pages/account-overview/ekyc/use-application.ts';
import { type Submission, useSubmission } from '#wire/submission.ts';

export interface Reading extends Pick<Submission, 'isBusy' | 'refusal'> {
  /** What was read from the pictures that are there now; null while they are read, or could not be. */
  readonly result: DocumentReading | null;
  /** Reads pictures that were not read yet; a reading may be asked for a few times an hour only. */
  start(): void;
  again(): void;
}

export function useReading(application: OpenApplication): Reading {
  const { form, registration } = application;
  const { isBusy, refusal, submit } = useSubmission();
  const asked = useRef(registration.reading && picturesOf(form));
  const [readPictures, setReadPictures] = useState(asked.current);
  /** The reading that the form was filled in from last. */
  const filledFrom = useRef(registration.reading);
  const again = (): void => {
    const pictures = picturesOf(form);
    asked.current = pictures;
    if (pictures === null) return;
    void submit(async () => {
      const reading = await readDocument(application);
      if (asked.current !== pictures) return;
      fillIn(form, reading, filledFrom.current);
      filledFrom.current = reading;
      setReadPictures(pictures);
    });
  };
  const start = (): void => {
    if (picturesOf(form) !== asked.current) again();
  };
  const startOnce = useRef(start);
  // Somebody who left while it was read comes back to pictures without a reading.
  useEffect(() => startOnce.current(), []);
  const isCurrent = readPictures !== null && readPictures === picturesOf(form);
  return { isBusy, refusal, result: isCurrent ? registration.reading : null, start, again };
}

/** Which pictures would be read; null while one is missing. */
function picturesOf(form: ApplicationForm): string | null {
  const { documentType, frontImageId, backImageId, passportImageId } = form.getValues();
  if (documentType === 'PASSPORT') return passportImageId ?? null;
  return frontImageId && backImageId ? `${frontImageId} ${backImageId}` : null;
}

async function readDocument({ form, calls }: OpenApplication): Promise<DocumentReading> {
  const { documentType, frontImageId = '', backImageId = '', passportImageId = '' } = form.getValues();
  return documentType === 'PASSPORT' ? calls.readPassport(passportImageId) : calls.readCard(frontImageId, backImageId);
}

/** What stands in a field and was read before is of pictures that are gone, so it goes too where nothing was read now. */
function fillIn(form: ApplicationForm, reading: DocumentReading, before: DocumentReading | null): void {
  for (const name of new Set([...Object.keys(before?.fields ?? {}), ...Object.keys(reading.fields)])) {
    if (!(name in registrationFields.shape)) continue;
    const field = name as RegistrationField;
    const value = reading.fields[field]?.value ?? '';
    const standing = form.getValues(field) ?? '';
    const isUntyped = standing === '' || readValues(before, field).some((one) => one.value === standing);
    if (!isUntyped || value === standing) continue;
    // A sex is one of two or absent.
    const filled = field === 'sex' && value === '' ? undefined : value;
    form.setValue(field, filled, { shouldDirty: true, shouldValidate: standing !== '' });
  }
}
