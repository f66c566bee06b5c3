/** Is the child that decodes an uploaded picture, turns it upright, writes it anew as JPEG and measures its faults. */

import { findFaults } from '@mua/contract/picture-faults';
import { takeChildTurn } from '#identity-documents/child-turn.ts';
import { openPicture } from '#identity-documents/picture-loader.ts';

/** Pixels along the longer side; no reader gains by more, and a telephone sends twice that. */
const LONGEST_SIDE = 3_000;
const QUALITY = 88;

await takeChildTurn(async ([upload], answer) => {
  if (!upload) return;
  // Nothing is asked to be kept, so metadata, colour profile and what stands behind the picture stay here.
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
  await answer(JSON.stringify({ width: info.width, height: info.height, faults }));
  await answer(jpeg);
});
