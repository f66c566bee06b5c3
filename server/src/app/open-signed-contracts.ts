/** Joins the room of papers to those that know whom they are made out to, who may trade, and what the audit log says. */
import type pg from 'pg';
import type { Services } from '#app/build-services.ts';
import type { HttpServerDeps } from '#app/http-server-deps.ts';
import type { AuditLog } from '#audit/audit-log.ts';
import { readInvestor } from '#identity/accounts/investors.ts';
import { contactAddressOf } from '#registration/application.ts';
import type { Registration } from '#registration/registration.ts';
import { demoPartyOf } from '#signed-contracts/demo-parties.ts';
import { hasEnded } from '#signed-contracts/detached-cms.ts';
import type { Party } from '#signed-contracts/paper-facts.ts';
import type { AuditMark } from '#signed-contracts/paper-files.ts';
import { createPaperPrinter } from '#signed-contracts/paper-printer.ts';
import { createSigning, type Signing } from '#signed-contracts/signing.ts';
import { readSigningIdentity } from '#signed-contracts/signing-key.ts';
import { gaugeSigning } from '#signed-contracts/signing-metrics.ts';
import { createSignedStatements, type SignedStatements } from '#statements/signed-statements.ts';

export interface SignedContracts {
  readonly signing: Signing;
  readonly signedStatements: SignedStatements;
  close(): Promise<void>;
}

export async function openSignedContracts(
  { config, clock, database, sequencer, log }: HttpServerDeps,
  { registration, identity, papers, secrets, locks, metrics }: Services,
  auditLog: AuditLog,
): Promise<SignedContracts> {
  const { pool } = database;
  const printer = createPaperPrinter();
  const signingIdentity = await readSigningIdentity(config);
  gaugeSigning(metrics.registry, signingIdentity);
  // Trading goes on without papers, and an engine may come to its turn when it is too late to refuse one.
  if (hasEnded(signingIdentity.certificate))
    log.error(
      'the certificate that signs papers has ended: nothing is signed until SIGNING_CERTIFICATE_FILE is another',
    );
  const signedStatements = createSignedStatements(signingIdentity, clock.nowMs);
  const signing = createSigning({
    ...{ pool, clock, secrets, papers, printer },
    exclusively: locks.mutex('signed paper'),
    state: sequencer.state,
    taskflows: identity.taskflows,
    identity: signingIdentity,
    partyOf: (investorId) => partyOf(pool, registration, investorId),
    audit: (signed) => noteSignature(auditLog, signed, clock.nowMs()),
    bringOn: registration.activation.bringOn,
    onError: (err) => log.error({ err }, 'a signed paper was not brought to its end, it will be tried again'),
  });
  return {
    ...{ signing, signedStatements },
    async close() {
      await printer.close();
      await signedStatements.close();
    },
  };
}

/** As the application says it; people of a demo have none. */
async function partyOf(pool: pg.Pool, { applications, places }: Registration, investorId: string): Promise<Party> {
  const { fields } = (await applications.find(investorId)) ?? {};
  const { fullName, kind } = await readInvestor(pool, investorId);
  const isBusiness = kind === 'business';
  const demo = fields?.fullName ? undefined : demoPartyOf(investorId);
  if (demo) {
    const { representative, ...person } = demo;
    const { fullName: signer, ...company } = representative ?? { fullName, taxCode: '', position: '' };
    return {
      ...person,
      accountNumber: investorId,
      fullName: signer,
      company: isBusiness ? { name: fullName, ...company } : null,
    };
  }
  const { companyName = fullName, taxCode = '', position = '', dateOfBirth = '', idNumber = '' } = fields ?? {};
  return {
    accountNumber: investorId,
    fullName: fields?.fullName ?? fullName,
    ...{ dateOfBirth, idNumber, address: fields ? contactAddressOf(fields, places) : '' },
    company: isBusiness ? { name: companyName, taxCode, position } : null,
  };
}

/** The server's own act: who confirmed, and from where, is said by the row of the call that brought the code. */
function noteSignature(
  auditLog: AuditLog,
  { investorId, signatureId }: { readonly investorId: string; readonly signatureId: string },
  timeMs: number,
): Promise<AuditMark> {
  return auditLog.write({
    ...{ timeMs, actorKind: 'investor', actorId: investorId, accountId: investorId },
    ...{ browserSessionId: null, clientId: null, device: '', address: '', seq: null, status: 200, code: null },
    route: 'documentSigned',
    // No request of its own: the paper stands in its place.
    requestId: signatureId,
  });
}
