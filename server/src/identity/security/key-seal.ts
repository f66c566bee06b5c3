/**
 * Holds a database to the identity key that it was made with. Under another one nothing fails until someone signs in
 * with an authenticator that can't be opened any more; so a word sealed at the first start is opened at every start.
 */
import type { Queryable } from '#db/transaction.ts';
import type { Secrets } from '#ground/secrets.ts';

/** This key is not the database's. Starting again does not help. */
export class WrongKeyError extends Error {}

const WORD = 'mua';
const ABOUT = 'identity key';

/** @throws WrongKeyError when the word was sealed with another key. */
export async function holdToKey(db: Queryable, secrets: Secrets): Promise<void> {
  const { rows } = await db.query<{ sealed: string }>('select sealed from identity_key_seal');
  const [seal] = rows;
  try {
    if (seal) secrets.open(seal.sealed, ABOUT);
  } catch {
    throw new WrongKeyError(
      'IDENTITY_KEY: the database was made with another key, and what is sealed in it opens with that one only ' +
        '(without IDENTITY_KEY the key is the file identity-key of DATA_DIR)',
    );
  }
}

/**
 * For a start that got as far as serving: seals the word where the database has none yet, a new one or one of earlier
 * versions, whose key is taken on trust.
 */
export async function sealKey(db: Queryable, secrets: Secrets): Promise<void> {
  const fresh = secrets.seal(WORD, ABOUT);
  await db.query('insert into identity_key_seal values (1, $1) on conflict (id) do nothing', [fresh]);
}
