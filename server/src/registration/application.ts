/**
 * An investor's application (docs/rules/people.md#registration): it may be begun on one device and finished on another,
 * and is submitted once it is complete. While it waits for a decision it can't be changed; saving a rejected one makes
 * it a draft again.
 */
import type {
  EkycRecord,
  Picture,
  Registration,
  RegistrationFields,
  RegistrationStep,
} from '@mua/contract/entities/registration';
import { STEPS_OF } from '@mua/contract/entities/registration';
import type { RegistrationCause } from '@mua/contract/http/operator-registrations';
import { fieldsOf } from '@mua/contract/registration-rules';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { Secrets } from '#ground/secrets.ts';
import { APPROVED_STATUSES, moveStatus } from '#identity/accounts/investor-status.ts';
import type { Messages } from '#messages/messages.ts';
import { replyError } from '#refusals/reply-error.ts';
import { documentIdsOf, faultsOf, pictureIdsOf, placeOf } from '#registration/application-faults.ts';
import {
  type Application,
  documentKeyOf,
  findApplication,
  lockApplication,
  releaseClaims,
  writeFields,
  writeReading,
} from '#registration/application-store.ts';
import type { Pictures } from '#registration/pictures.ts';
import type { Places } from '#registration/places.ts';
import type { StatusNotices } from '#registration/status-notices.ts';
import { instantOrNull, instantText } from '#wire/wire-text.ts';

export interface Applications {
  read(investorId: string): Promise<Registration>;
  /** Saves the named fields over their previous values. */
  save(investorId: string, fields: RegistrationFields, which?: Which): Promise<void>;
  submit(investorId: string): Promise<void>;
  /** The identity record; undefined if there is none. */
  record(client: Queryable, application: Application): Promise<EkycRecord>;
  find(investorId: string): Promise<Application | undefined>;
}

/** Further conditions on the application, besides its owner. */
export interface Which {
  readonly kind?: Application['kind'];
  readonly ekycId?: string;
}

export interface ApplicationDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly messages: Messages;
  readonly notices: StatusNotices;
  readonly places: Places;
  readonly pictures: Pictures;
  /** Called after the commit. */
  readonly onSubmitted: (investorId: string) => void;
}

export function createApplications(deps: ApplicationDeps): Applications {
  const { pool, clock, secrets, messages, notices, places, pictures, onSubmitted } = deps;

  async function demand(client: Queryable, investorId: string): Promise<Application> {
    const application = await lockApplication(client, secrets, investorId);
    if (!application) throw replyError('EkycRecordNotFound', {});
    if (APPROVED_STATUSES.includes(application.status)) throw replyError('EkycApproved', {});
    return application;
  }

  const faults = (application: Application, kept: readonly Picture[]) =>
    faultsOf({ ...application, pictures: kept }, places, todayOf(clock));

  return {
    find: (investorId) => findApplication(pool, secrets, investorId),

    async read(investorId) {
      const application = await findApplication(pool, secrets, investorId);
      if (!application) throw replyError('EkycRecordNotFound', {});
      const kept = await pictures.of(pool, investorId);
      return registrationOf(application, kept, faults(application, kept));
    },

    async save(investorId, fields, { kind, ekycId } = {}) {
      await inTransaction(pool, async (client) => {
        const application = await demand(client, investorId);
        const isMeant = kind === undefined || kind === application.kind;
        if (!isMeant || (ekycId !== undefined && ekycId !== application.ekycId))
          throw replyError('EkycRecordNotFound', {});
        if (application.status === 'PENDING') throw replyError('RegistrationUnderReview', {});
        const known = new Set((await pictures.of(client, investorId)).map(({ imageId }) => imageId));
        if (pictureIdsOf(fields).some((imageId) => !known.has(imageId))) throw replyError('FileNotFound', {});
        // Another picture than was read from: what was read is not of it.
        const { reading } = application;
        if (reading && documentIdsOf(fields).some((imageId) => !reading.imageIds.includes(imageId)))
          await writeReading(client, secrets, { investorId, reading: null });
        // What is to be mended is told until it is sent in again.
        await moveStatus(client, investorId, 'reopen', application.statusReason);
        await writeFields(client, secrets, {
          investorId,
          fields: { ...application.fields, ...fields },
          nowMs: clock.nowMs(),
        });
      });
      await pictures.removeUnnamed(investorId);
    },

    async submit(investorId) {
      const isSubmitted = await inTransaction(pool, async (client) => {
        const application = await demand(client, investorId);
        // A second click is not an error.
        if (application.status === 'PENDING') return false;
        const [fault] = faults(application, await pictures.of(client, investorId));
        if (fault) throw replyError('BadRequest', { field: fault.field });
        const move = await moveStatus(client, investorId, 'submit');
        if (!move) throw replyError('InvestorNotVerified', {});
        const documentKey = documentKeyOf(secrets, application.fields);
        await releaseClaims(client, documentKey);
        await client.query(
          `update registration set submitted_ms = $2, decided_ms = null, approvals = '[]', document_key = $3
           where investor_id = $1`,
          [investorId, clock.nowMs(), documentKey],
        );
        await notices.write(client, move);
        return true;
      }).catch(unlessDocumentIsKnown);
      if (!isSubmitted) return;
      messages.wake();
      onSubmitted(investorId);
    },

    async record(client, application) {
      const kept = await pictures.of(client, application.investorId);
      return recordOf(application, kept, contactAddressOf(application.fields, places));
    },
  };
}

/** The calendar date in Vietnam, which has no daylight saving time. */
export function todayOf(clock: Clock): string {
  return instantText(clock.nowMs() + 7 * 3_600_000).slice(0, 10);
}

/** The table's unique constraint decides when two investors submit the same document at once. */
function unlessDocumentIsKnown(error: unknown): never {
  const isDouble = typeof error === 'object' && error !== null && 'constraint' in error;
  if (isDouble && error.constraint === 'registration_document_key_key') throw replyError('IdCardNumberExisted', {});
  throw error;
}

function registrationOf(application: Application, pictures: Picture[], faults: Registration['faults']): Registration {
  const { kind, status, statusReason, nextStep, investorId, agentCode, fields } = application;
  const steps = STEPS_OF[kind].map((step) => {
    const isBegun = fieldsOf(step, fields).some((field) => (fields[field] ?? '') !== '');
    const isDone = faults.every((fault) => fault.step !== step);
    return { step, state: isDone ? ('DONE' as const) : isBegun ? ('PARTIAL' as const) : ('EMPTY' as const) };
  });
  return {
    ...{ kind, status, statusReason, nextStep, investorCode: investorId, agentCode, steps, fields, pictures },
    stepToMend: stepToMend(application),
    reading: application.reading?.reading ?? null,
    ...{ faults, isComplete: faults.length === 0 },
    savedAt: instantText(application.savedMs),
    submittedAt: instantOrNull(application.submittedMs),
    decidedAt: instantOrNull(application.decidedMs),
  };
}

const STEP_OF: Readonly<Record<RegistrationCause, RegistrationStep>> = {
  PICTURE_UNREADABLE: 'PICTURES',
  DOCUMENT_EXPIRED: 'PICTURES',
  DOCUMENT_ALTERED: 'PICTURES',
  OTHER_PERSON: 'PICTURES',
  DATA_DIFFER: 'DETAILS',
  TOO_YOUNG: 'DETAILS',
  COMPANY_UNPROVEN: 'COMPANY',
};

function stepToMend({ kind, status, cause }: Application): RegistrationStep | null {
  if (cause === null || (status !== 'INCOMPLETE' && status !== 'REJECTED')) return null;
  const steps: readonly RegistrationStep[] = STEPS_OF[kind];
  return steps.find((step) => step === STEP_OF[cause]) ?? null;
}

function recordOf(application: Application, pictures: Picture[], contactAddress: string): EkycRecord {
  const { ekycId, investorId, kind, status, statusReason, fields } = application;
  return {
    ...{ ekycId, investorCode: investorId, kind, status, statusReason, fields, contactAddress, pictures },
    submittedAt: instantOrNull(application.submittedMs),
    decidedAt: instantOrNull(application.decidedMs),
  };
}

export function contactAddressOf(fields: RegistrationFields, places: Places): string {
  return [fields.street?.trim(), places.printed(placeOf(fields))].filter((part) => part).join(', ');
}
