/**
 * Reads a document from its pictures. The result is stored with the application, for its owner to confirm or correct.
 */
import type { DocumentReading, PictureKind } from '@mua/contract/entities/registration';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { createKeyedMutex } from '#ground/keyed-mutex.ts';
import type { Secrets } from '#ground/secrets.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';
import { APPROVED_STATUSES } from '#identity/accounts/investor-status.ts';
import { replyError } from '#refusals/reply-error.ts';
import { todayOf } from '#registration/application.ts';
import { type Application, findApplication, lockApplication, writeReading } from '#registration/application-store.ts';
import type { IdentityDocuments } from '#registration/document-port.ts';
import type { Pictures } from '#registration/pictures.ts';

export interface Readings {
  idCard(investorId: string, frontImageId: string, backImageId: string): Promise<DocumentReading>;
  passport(investorId: string, imageId: string): Promise<DocumentReading>;
  /** Throws the refusal if the application can't be changed now. */
  demandOpen(investorId: string): Promise<void>;
}

export function createReadings(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly documents: IdentityDocuments;
  readonly pictures: Pictures;
}): Readings {
  const { pool, clock, secrets, documents, pictures } = deps;
  const exclusively = createKeyedMutex(2);
  const asked = createTokenBuckets(clock, {
    perSecond: LIMITS.readingsPerHour / 3600,
    burst: LIMITS.readingsPerHour,
  });

  async function demandOpen(investorId: string): Promise<void> {
    demandUndecided(await findApplication(pool, secrets, investorId));
  }

  async function read(
    investorId: string,
    images: readonly (readonly [string, PictureKind])[],
    reader: (bytes: readonly Uint8Array[]) => Promise<DocumentReading>,
  ): Promise<DocumentReading> {
    return exclusively(`reading of ${investorId}`, async () => {
      await demandOpen(investorId);
      const bytes = [];
      for (const [imageId, kind] of images) bytes.push(await pictures.bytes(investorId, imageId, kind));
      asked.demand(investorId);
      const reading = await reader(bytes);
      const imageIds = images.map(([imageId]) => imageId);
      await inTransaction(pool, async (client) => {
        // It may have been handed in while its pictures were read.
        demandUndecided(await lockApplication(client, secrets, investorId));
        await writeReading(client, secrets, { investorId, reading: { reading, imageIds } });
      });
      return reading;
    });
  }

  return {
    demandOpen,
    idCard: (investorId, frontImageId, backImageId) =>
      read(
        investorId,
        [
          [frontImageId, 'ID_FRONT'],
          [backImageId, 'ID_BACK'],
        ],
        ([front = NOTHING, back = NOTHING]) => documents.readIdCard(front, back, todayOf(clock)),
      ),
    passport: (investorId, imageId) =>
      read(investorId, [[imageId, 'PASSPORT']], ([page = NOTHING]) => documents.readPassport(page, todayOf(clock))),
  };
}

const NOTHING = new Uint8Array();

function demandUndecided(application: Application | undefined): void {
  if (!application) throw replyError('EkycRecordNotFound', {});
  if (APPROVED_STATUSES.includes(application.status)) throw replyError('EkycApproved', {});
  if (application.status === 'PENDING') throw replyError('RegistrationUnderReview', {});
}
