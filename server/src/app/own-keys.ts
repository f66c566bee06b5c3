/** The keys of this process, of which the database knows a sealed word each: whoever has another one is refused. */
import { secretsOfPictures } from '#app/open-identity-documents.ts';
import type { Queryable } from '#db/transaction.ts';
import type { Config } from '#ground/config.ts';
import { createSecrets, readIdentityKey } from '#ground/secrets.ts';
import { holdToKey, IDENTITY_KEY, PICTURE_KEY, sealKey } from '#identity/security/key-seal.ts';
import { readProofKey } from '#proof/proof-key.ts';
import { readSigningIdentity } from '#signed-contracts/signing-key.ts';

export interface OwnKeys {
  readonly identityKey: string;
  /** Once a start has succeeded. */
  seal(): Promise<void>;
}

/** @throws WrongKeyError */
export async function holdKeys(config: Config, db: Queryable): Promise<OwnKeys> {
  const identityKey = readIdentityKey(config);
  const sealed = [
    { secrets: createSecrets(identityKey), key: IDENTITY_KEY },
    { secrets: secretsOfPictures(config), key: PICTURE_KEY },
  ];
  for (const { secrets, key } of sealed) await holdToKey(db, secrets, key);
  return {
    identityKey,
    async seal() {
      for (const { secrets, key } of sealed) await sealKey(db, secrets, key);
    },
  };
}

/**
 * Whatever a start would be refused for, of one that may wait for months and is wanted at once then.
 * @throws WrongKeyError, WrongDataDirError
 */
export async function demandKeys(config: Config, db: Queryable): Promise<void> {
  await holdKeys(config, db);
  await readSigningIdentity(config);
  readProofKey(config);
}
