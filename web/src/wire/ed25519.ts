/** Checks signatures by WebCrypto, which browsers have on secure pages since 2025. */
import type { SignatureCheck } from '@mua/contract/proof/check-statement';

const ALGORITHM = { name: 'Ed25519' };

export const isSigned: SignatureCheck = async ({ key, message, signature }) => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  try {
    const imported = await subtle.importKey('raw', new Uint8Array(key), ALGORITHM, false, ['verify']);
    return await subtle.verify(ALGORITHM, imported, new Uint8Array(signature), new Uint8Array(message));
  } catch (error) {
    // A key that is none signs nothing; an algorithm that is unknown says nothing.
    return error instanceof DOMException && error.name === 'NotSupportedError' ? undefined : false;
  }
};
