/** The file of a paper, and what signing or refusing one asks of the server (docs/rules/people.md#digital-contracts). */
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import type { Taskflow } from '@mua/contract/entities/security';
import { readSignedDocument, rejectDocument, signDocument } from '@mua/contract/http/digital-signatures';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Language } from '#i18n/languages.ts';
import { accountsQuery, meQuery } from '#signed-in/accounts.ts';
import { callAs } from '#signed-in/actor.ts';
import { signaturesQuery } from '#signed-in/papers.ts';
import { securityChanges } from '#signed-in/security.ts';
import { refusalIn } from '#wire/call.ts';
import { sha256Hex } from '#wire/sha256.ts';

export interface PaperFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of exactly these bytes; null where the browser reckons none. */
  readonly hash: string | null;
}

/** What the server says of a paper's bytes is part of its name: another version is another file. */
export function paperFileQuery(userId: string, { id, documentHash }: DigitalSignature, language: Language) {
  return queryOptions({
    queryKey: [userId, 'signed-document', id, language, documentHash] as const,
    queryFn: async ({ signal }): Promise<PaperFile> => {
      const bytes = await callAs(userId, readSignedDocument, {
        params: { signatureId: id },
        query: { language },
        signal,
      });
      return { bytes, hash: await sha256Hex(bytes).catch(() => null) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** All throw `CallError`. A paper that has changed meanwhile is fetched anew before its caller hears of it. */
export function signing(client: QueryClient, userId: string, { id }: DigitalSignature) {
  const { verify, resend } = securityChanges(client, userId);
  const renewList = () => client.invalidateQueries({ queryKey: signaturesQuery(userId).queryKey });
  const renew = async () => {
    await renewList();
    await client.invalidateQueries({ queryKey: [userId, 'signed-document', id] });
  };
  const orRenewed = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (isChanged(error)) await renew();
      throw error;
    }
  };
  return {
    sign: (documentHash: string, language: Language) =>
      orRenewed(callAs(userId, signDocument, { params: { signatureId: id }, body: { documentHash, language } })),
    reject: (reason: string) =>
      orRenewed(callAs(userId, rejectDocument, { params: { signatureId: id }, body: { reason } })),
    resend,
    verify: async (task: Taskflow, code: string) => {
      await orRenewed(verify(task, code));
      // The list alone says that it is signed: its file, which has a signature now, would look like one to agree to.
      await Promise.all([renewList(), client.invalidateQueries({ queryKey: accountsQuery(userId).queryKey })]);
      await client.invalidateQueries({ queryKey: meQuery(userId).queryKey });
    },
  };
}

export function isChanged(error: unknown): boolean {
  return refusalIn(error).code === 'DocumentChanged';
}
