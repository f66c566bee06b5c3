/**
 * An investor signs or refuses a paper, by a code for exactly the bytes that they saw.
 *
 * - Asking for the code keeps those bytes: what is signed is what was shown.
 * - The right code is the consent, in one transaction. The signed file is made from it at once, and by whoever asks for
 *   it next where that failed: consent is never lost, and never asked for twice.
 * - The signature names the audit log's row that was written for it.
 */
import type { DigitalSignature, DocumentCheck, Paper } from '@mua/contract/entities/digital-signature';
import type { Taskflow } from '@mua/contract/entities/security';
import { DAY_MS } from '@mua/core/values';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '#ground/clock.ts';
import { unaccented } from '#ground/unaccented.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { Asker, Taskflows } from '#identity/codes/taskflows.ts';
import type { Language } from '#messages/language.ts';
import { replyError } from '#refusals/reply-error.ts';
import { demandValid } from '#signed-contracts/detached-cms.ts';
import { createPaperFiles, type PaperFiles, type PaperFilesDeps } from '#signed-contracts/paper-files.ts';
import {
  findByFileHash,
  findPaper,
  findPapers,
  forgetShown,
  isOutdated,
  keepShown,
  lockPaper,
  noteRejected,
  noteSigned,
  readFile,
  type SignedPaper,
} from '#signed-contracts/paper-store.ts';
import { titleOf } from '#signed-contracts/paper-texts.ts';
import type { Papers } from '#signed-contracts/papers.ts';
import { instantText } from '#wire/wire-text.ts';

export interface Signing {
  list(investorId: string, language: Language | undefined): Promise<DigitalSignature[]>;
  read(investorId: string, id: string, language: Language | undefined): Promise<PaperFile>;
  sign(
    asker: Asker,
    id: string,
    shown: { readonly documentHash: string; readonly language: Language },
  ): Promise<Taskflow>;
  reject(asker: Asker, id: string, reason: string): Promise<Taskflow>;
  check(documentHash: string): Promise<DocumentCheck>;
  /** Forgets what was shown and not signed. */
  sweep(): Promise<void>;
}

export interface PaperFile {
  readonly paper: Paper;
  readonly version: string;
  readonly bytes: Buffer;
}

export interface SigningDeps extends PaperFilesDeps {
  readonly clock: Clock;
  readonly taskflows: Taskflows;
  readonly papers: Papers;
  /** Something was signed: whoever has signed everything, and waits for it, may trade. */
  readonly bringOn: (investorId: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 5_000;

const payloads = {
  sign: z.strictObject({ signatureId: z.string(), documentHash: z.string() }),
  reject: z.strictObject({ signatureId: z.string(), reason: z.string() }),
};

export function createSigning(deps: SigningDeps): Signing {
  const { pool, clock, secrets, taskflows, identity } = deps;
  const files = createPaperFiles(deps);
  carryOutByCode(deps, files);

  async function demand(investorId: string, id: string): Promise<SignedPaper> {
    const paper = await findPaper(pool, investorId, id);
    if (!paper) throw replyError('FileNotFound', {});
    return paper;
  }

  async function demandUnsigned(investorId: string, id: string): Promise<SignedPaper> {
    const paper = await demand(investorId, id);
    if (paper.signedMs !== null) throw replyError('DocumentAlreadySigned', {});
    if (isOutdated(paper)) throw replyError('DocumentChanged', {});
    return paper;
  }

  async function begin(
    asker: Asker,
    { purpose, paper, payload }: { purpose: 'sign-document' | 'reject-document'; paper: Paper; payload: object },
  ): Promise<Taskflow> {
    const { phoneNumber: recipient, language } = await readContact(pool, asker.investorId);
    const told = { paper: titleOf(paper, asker.language ?? language) };
    return taskflows.begin(asker, { purpose, payload, told, channel: 'phone', recipient });
  }

  return {
    async list(investorId, language) {
      const all = (await findPapers(pool, investorId)).filter((paper) => !isOutdated(paper));
      const sorted = [...all].sort((one, other) => Number(one.signedMs !== null) - Number(other.signedMs !== null));
      return Promise.all(sorted.map((paper) => files.entryOf(paper, language)));
    },
    async read(investorId, id, language) {
      const paper = await demand(investorId, id);
      const bytes =
        paper.signedMs === null
          ? (await files.toSign(paper, language)).bytes
          : await files.ofSigned(investorId, id).then(() => readFile(pool, secrets, id));
      return { paper: paper.paper, version: paper.version, bytes };
    },
    async sign(asker, id, { documentHash, language }) {
      demandValid(identity);
      const paper = await demandUnsigned(asker.investorId, id);
      const shown = await files.toSign(paper, language);
      if (shown.documentHash !== documentHash) throw replyError('DocumentChanged', {});
      await keepShown(pool, secrets, shown, clock.nowMs());
      return begin(asker, { purpose: 'sign-document', paper: paper.paper, payload: { signatureId: id, documentHash } });
    },
    async reject(asker, id, reason) {
      const { paper } = await demandUnsigned(asker.investorId, id);
      return begin(asker, { purpose: 'reject-document', paper, payload: { signatureId: id, reason } });
    },
    async check(documentHash) {
      const found = await findByFileHash(pool, documentHash);
      if (!found?.signedMs || !found.signer)
        return { isKnown: false, paper: null, version: null, signedAt: null, signer: null, certificate: null };
      const { paper, version, signedMs, signer, certificate } = found;
      return {
        ...{ isKnown: true, paper, version, certificate },
        signedAt: instantText(signedMs),
        signer: initialsOf(signer),
      };
    },
    async sweep() {
      await forgetShown(pool, clock.nowMs() - DAY_MS);
    },
  };
}

/** What the right code does. */
function carryOutByCode(deps: SigningDeps, files: PaperFiles): void {
  const { clock, taskflows, papers, identity } = deps;

  /** The last paper opens trading; where the engine takes nothing now, it does later. */
  async function bringOn(investorId: string): Promise<void> {
    try {
      await deps.bringOn(investorId);
    } catch (error) {
      deps.onError(error);
      clock.at(clock.nowMs() + RETRY_MS, () => void bringOn(investorId));
    }
  }

  taskflows.carryOut('sign-document', async (client, { investorId, payload }) => {
    const { signatureId, documentHash } = payloads.sign.parse(payload);
    // Nobody consents to what can't be signed.
    demandValid(identity);
    const paper = await lockUnsigned(client, investorId, signatureId);
    if (isOutdated(paper) || !(await noteSigned(client, { signatureId, documentHash, signedMs: clock.nowMs() })))
      throw replyError('DocumentChanged', {});
    const afterwards = async () => {
      await papers.lookAnew(investorId);
      await files.ofSigned(investorId, signatureId).catch(deps.onError);
      await bringOn(investorId);
    };
    return { resultId: signatureId, afterwards };
  });

  taskflows.carryOut('reject-document', async (client, { investorId, payload }) => {
    const { signatureId, reason } = payloads.reject.parse(payload);
    const paper = await lockUnsigned(client, investorId, signatureId);
    if (isOutdated(paper)) throw replyError('DocumentChanged', {});
    await noteRejected(client, { signatureId, rejectedMs: clock.nowMs(), reason });
    return { resultId: signatureId };
  });
}

/** Held until the transaction ends: of two who sign it at once the second finds it signed. */
async function lockUnsigned(client: pg.ClientBase, investorId: string, signatureId: string): Promise<SignedPaper> {
  const paper = await lockPaper(client, investorId, signatureId);
  if (!paper) throw replyError('FileNotFound', {});
  if (paper.signedMs !== null) throw replyError('DocumentAlreadySigned', {});
  return paper;
}

/** `Nguyễn Văn An` is `N. V. A.` to those who need not know. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `${[...word][0]?.toUpperCase()}.`).join(' ');
}

/** How a file is called on the disk of whoever saves it. */
export function fileNameOf({ paper, version }: PaperFile, language: Language): string {
  const plain = unaccented(titleOf(paper, language));
  return `${plain.toLowerCase().replace(/[^a-z]+/g, '-')}-${version}.pdf`;
}
