/** Under which keys this server signs, and has signed, its days. */
import { readProofKey } from '@mua/contract/http/proof';
import { call } from '#wire/call.ts';

/** Undefined without a network. */
export async function publishedKeys(): Promise<readonly string[] | undefined> {
  try {
    const { key, earlier } = await call(readProofKey, {});
    return [key, ...earlier];
  } catch {
    return undefined;
  }
}
