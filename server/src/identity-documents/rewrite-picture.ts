/**
 * Decodes an uploaded picture, turns it upright, encodes it anew as JPEG and measures its faults. Child processes only.
 */
import { type Fault, findFaults } from '@mua/contract/picture-faults';
import { openPicture } from '#identity-documents/picture-loader.ts';

/** Pixels along the longer side: no recogniser gains from more, and a phone sends twice that. */
const LONGEST_SIDE = 3_000;
const QUALITY = 88;

export interface RewrittenPicture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  readonly faults: readonly Fault[];
}

/** Throws if the bytes are not a complete picture. */
export async function rewritePicture(upload: Uint8Array): Promise<RewrittenPicture> {
  // Nothing extra is kept, so metadata, colour profile and any appended data are left behind.
  const { data: jpeg, info } = await openPicture(upload)
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  const small = await openPicture(jpeg)
    .resize({ width: 400 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = await openPicture(jpeg)
    .resize({ width: 1_600, height: 1_600, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const faults = findFaults({
    ...{ width: info.width, height: info.height },
    small: { data: small.data, width: small.info.width, height: small.info.height },
    grey: { data: grey.data, width: grey.info.width, height: grey.info.height },
  });
  return { jpeg, width: info.width, height: info.height, faults };
}
