/**
 * Joins the room that reads pictures of documents to the room of sign-ups: taken in and read by children of this server,
 * kept encrypted below the data folder with a key of their own.
 */
import { join } from 'node:path';
import type { DocumentReading } from '@mua/contract/entities/registration';
import type { Config } from '#ground/config.ts';
import { createSecrets, type Secrets } from '#ground/secrets.ts';
import type { DocumentReading as Read } from '#identity-documents/document-reading.ts';
import { createLocalReader } from '#identity-documents/identity-reader.ts';
import { intakePicture } from '#identity-documents/picture-intake.ts';
import { readPictureKey } from '#identity-documents/picture-key.ts';
import { openPictureVault } from '#identity-documents/picture-vault.ts';
import { isRefusal, type Refusal } from '#identity-documents/refusal.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { IdentityDocuments } from '#registration/document-port.ts';

export async function openIdentityDocuments(dataDir: string): Promise<IdentityDocuments> {
  const reader = createLocalReader();
  return {
    vault: await openPictureVault(join(dataDir, 'pictures'), readPictureKey(dataDir)),
    async intakePicture(bytes) {
      const taken = await intakePicture(Buffer.from(bytes));
      if (!isRefusal(taken)) return { ...taken, faults: taken.faults.map(({ code }) => code) };
      if (taken.refused === 'TooManyRequests') throw tooMany(taken);
      return { refusal: taken.refused };
    },
    async readIdCard(front, back, today) {
      return readingOf(await reader.readIdCard(Buffer.from(front), Buffer.from(back), today));
    },
    async readPassport(picture, today) {
      return passportReading(readingOf(await reader.readPassport(Buffer.from(picture), today)));
    },
  };
}

/** By which a database knows the key of its pictures. */
export function secretsOfPictures({ dataDir }: Pick<Config, 'dataDir'>): Secrets {
  return createSecrets(readPictureKey(dataDir).toString('base64url'));
}

function readingOf(answer: Read | Refusal): DocumentReading {
  if (!isRefusal(answer))
    return { ...answer, differences: answer.differences.map(({ field, values }) => ({ field, values: [...values] })) };
  // A picture that was taken in is of a kind that can be read.
  if (answer.refused !== 'TooManyRequests') throw new Error(`a kept picture was refused: ${answer.reason}`);
  throw tooMany(answer);
}

function tooMany({ seconds }: Extract<Refusal, { refused: 'TooManyRequests' }>): Error {
  return replyError('TooManyRequests', { seconds });
}

/** The number of an application is the document's: of a passport that is its own, and not its holder's. */
function passportReading({ fields, differences, ...rest }: DocumentReading): DocumentReading {
  const { documentNumber, idNumber: _, ...others } = fields;
  return {
    ...rest,
    fields: { ...others, ...(documentNumber ? { idNumber: documentNumber } : {}) },
    differences: differences
      .filter(({ field }) => field !== 'idNumber')
      .map((one) => (one.field === 'documentNumber' ? { ...one, field: 'idNumber' } : one)),
  };
}
