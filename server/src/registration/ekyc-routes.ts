/** Routes of the identity record: its pictures, and what is read from them (docs/rules/people.md#identity-check). */
import type { EkycRecord, RegistrationFields } from '@mua/contract/entities/registration';
import {
  createEnterpriseEkyc,
  createPersonalEkyc,
  readEkyc,
  readEkycImage,
  updateEnterpriseEkyc,
  updatePersonalEkyc,
  uploadEkycImage,
  verifyIdCard,
  verifyPassport,
} from '@mua/contract/http/ekyc';
import type pg from 'pg';
import { type Bind, content, created, type Handler, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { Which } from '#registration/application.ts';
import type { Registration } from '#registration/registration.ts';

export function bindEkycRoutes(
  bind: Bind,
  pool: pg.Pool,
  { applications, pictures, readings }: Pick<Registration, 'applications' | 'pictures' | 'readings'>,
): void {
  async function read(investorId: string): Promise<EkycRecord> {
    const application = await applications.find(investorId);
    if (!application) throw replyError('EkycRecordNotFound', {});
    return applications.record(pool, application);
  }

  async function save(investorId: string, fields: RegistrationFields, which: Which): Promise<EkycRecord> {
    await applications.save(investorId, fields, which);
    return read(investorId);
  }

  bind(readEkyc, async ({ params, actor }) => {
    // Somebody else's record gets the same answer as one that does not exist.
    if (params.investorCode !== actor.investorId) throw replyError('EkycRecordNotFound', {});
    return ok(await read(actor.investorId));
  });
  bind(createPersonalEkyc, async ({ actor, body }) => ok(await save(actor.investorId, body, { kind: 'PERSONAL' })));
  bind(updatePersonalEkyc, async ({ actor, body, params }) =>
    ok(await save(actor.investorId, body, { kind: 'PERSONAL', ekycId: params.id })),
  );
  bind(createEnterpriseEkyc, async ({ actor, body }) => ok(await save(actor.investorId, body, { kind: 'BUSINESS' })));
  bind(updateEnterpriseEkyc, async ({ actor, body, params }) =>
    ok(await save(actor.investorId, body, { kind: 'BUSINESS', ekycId: params.id })),
  );

  bind(uploadEkycImage, async ({ actor: { investorId }, upload }) => {
    await readings.demandOpen(investorId);
    return created(await pictures.keep({ investorId }, upload));
  });
  bind(readEkycImage, async ({ actor, params }) => {
    const bytes = await pictures.bytes(actor.investorId, params.imageId);
    return content(bytes, `${params.imageId}.jpg`);
  });
  const readCard: Handler<typeof verifyIdCard> = async ({ actor, body }) =>
    ok(await readings.idCard(actor.investorId, body.frontImageId, body.backImageId));
  const readPassport: Handler<typeof verifyPassport> = async ({ actor, body }) =>
    ok(await readings.passport(actor.investorId, body.imageId));
  bind(verifyIdCard, readCard, { isSlow: true });
  bind(verifyPassport, readPassport, { isSlow: true });
}
