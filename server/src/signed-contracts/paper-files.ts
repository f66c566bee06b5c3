/**
 * The bytes of papers: those to sign, drawn from what is in force, and the signed files. A signature is made with chance,
 * so there is one file of a paper, made once.
 */
import { createHash } from 'node:crypto';
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import { LIMITS } from '@mua/contract/limits';
import type { EngineState } from '@mua/core/engine';
import { civilDateAt, VIETNAM_OFFSET_MS } from '@mua/core/values';
import type pg from 'pg';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import type { Secrets } from '#ground/secrets.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { Language } from '#messages/language.ts';
import { replyError } from '#refusals/reply-error.ts';
import { demandValid, fingerprintOf, type SigningIdentity } from '#signed-contracts/detached-cms.ts';
import { type PaperFacts, type Party, termsIn } from '#signed-contracts/paper-facts.ts';
import type { PaperPrinter } from '#signed-contracts/paper-printer.ts';
import { findPaper, findShown, keepFile, type ShownPaper, type SignedPaper } from '#signed-contracts/paper-store.ts';
import { reasonOf } from '#signed-contracts/paper-texts.ts';
import { checkPdf, signPdf } from '#signed-contracts/pdf-signature.ts';
import { instantText } from '#wire/wire-text.ts';

/** A row of the audit log, as it is named in a signature. */
export interface AuditMark {
  readonly auditId: number;
  readonly hash: string;
}

export interface PaperFilesDeps {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly state: EngineState;
  readonly printer: PaperPrinter;
  readonly identity: SigningIdentity;
  /** Whom papers are made out to. */
  readonly partyOf: (investorId: string) => Promise<Party>;
  readonly exclusively: KeyedMutex;
  /** Writes the row of one signature, on disk when it resolves. */
  readonly audit: (signed: { readonly investorId: string; readonly signatureId: string }) => Promise<AuditMark>;
}

export interface PaperFiles {
  /** In the investor's language where none is asked for. */
  toSign(paper: SignedPaper, asked: Language | undefined): Promise<ShownPaper>;
  /** A signed paper with its file, which is made where it is missing. */
  ofSigned(investorId: string, signatureId: string): Promise<SignedPaper>;
  entryOf(paper: SignedPaper, language: Language | undefined): Promise<DigitalSignature>;
}

export function createPaperFiles(deps: PaperFilesDeps): PaperFiles {
  const { pool, secrets, state, printer, identity, partyOf, exclusively, audit } = deps;

  async function factsOf({ paper, investorId }: SignedPaper, language: Language): Promise<PaperFacts> {
    const rules = state.rules.at(-1)?.value;
    if (!rules) throw new Error('no trading rules are in force');
    return { paper, language, party: await partyOf(investorId), terms: termsIn(rules, language) };
  }

  async function toSign(paper: SignedPaper, asked: Language | undefined): Promise<ShownPaper> {
    const language = asked ?? (await readContact(pool, paper.investorId)).language;
    const facts = await factsOf(paper, language);
    const bytes = await printer.print(facts);
    return {
      ...{ signatureId: paper.signatureId, language, bytes },
      documentHash: hashOf(bytes),
      signer: facts.party.fullName,
    };
  }

  /** What was consented to: a demo's beginning has shown nothing, and is taken at its word. */
  async function consentedTo(paper: SignedPaper): Promise<ShownPaper> {
    const { signatureId, shownHash, language } = paper;
    if (shownHash === null) return toSign(paper, language ?? LIMITS.defaultLanguage);
    const shown = await findShown(pool, secrets, signatureId, shownHash);
    if (!shown) throw new Error(`paper ${signatureId} was signed, and what was shown is gone`);
    return shown;
  }

  async function make(paper: SignedPaper, signedMs: number): Promise<void> {
    // Before the audit row, which says that it is there.
    demandValid(identity);
    const { signatureId, investorId } = paper;
    const { bytes, signer, language } = await consentedTo(paper);
    const { auditId, hash } = await audit({ investorId, signatureId });
    const reason = reasonOf(language, { investorId, auditId, hash });
    const file = signPdf(bytes, { signer, signedMs, reason }, identity);
    if (!checkPdf(file).isUnchanged) throw new Error(`the signature of paper ${signatureId} does not hold`);
    await keepFile(pool, secrets, {
      ...{ signatureId, signer, bytes: file, auditId },
      fileHash: hashOf(file),
      certificate: fingerprintOf(identity.certificate),
    });
  }

  async function ofSigned(investorId: string, signatureId: string): Promise<SignedPaper> {
    return exclusively(signatureId, async () => {
      const find = async (): Promise<SignedPaper> => {
        const paper = await findPaper(pool, investorId, signatureId);
        if (!paper) throw replyError('FileNotFound', {});
        return paper;
      };
      const paper = await find();
      if (paper.fileHash !== null || paper.signedMs === null) return paper;
      await make(paper, paper.signedMs);
      return find();
    });
  }

  async function entryOf(paper: SignedPaper, language: Language | undefined): Promise<DigitalSignature> {
    const { signatureId: id, paper: kind, version, investorId, dueMs, signedMs, rejectedMs } = paper;
    const isSigned = signedMs !== null;
    const { documentHash, signer } = isSigned
      ? await ofSigned(investorId, id).then((one) => ({ documentHash: one.fileHash ?? '', signer: one.signer ?? '' }))
      : await toSign(paper, language);
    return {
      ...{ id, paper: kind, version, documentHash, signer },
      status: isSigned ? 'SIGNED' : rejectedMs === null ? 'TO_SIGN' : 'REJECTED',
      deadline: isSigned ? null : civilDateAt(dueMs, VIETNAM_OFFSET_MS),
      signedAt: isSigned ? instantText(signedMs) : null,
      rejectedAt: rejectedMs === null ? null : instantText(rejectedMs),
    };
  }

  return { toSign, ofSigned, entryOf };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
