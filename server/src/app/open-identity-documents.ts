/**
 * Who takes in pictures of documents, reads them and keeps them encrypted: the one place where the room of sign-ups gets
 * it from. A server without it serves everything else, and says so when somebody uploads a picture.
 */
import type { IdentityDocuments } from '#registration/document-port.ts';

export function openIdentityDocuments(): IdentityDocuments {
  const missing = async (): Promise<never> => {
    throw new Error('this build has nothing that takes in pictures of identity documents');
  };
  return {
    ...{ intakePicture: missing, readIdCard: missing, readPassport: missing },
    vault: { put: missing, get: async () => undefined, remove: async () => {} },
  };
}
