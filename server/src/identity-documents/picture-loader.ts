/**
 * Opens sharp with only its JPEG and PNG decoders; by default it also reads SVG, GIF, TIFF and AVIF. Child processes
 * only.
 */
import sharp, { type Raw, type Sharp } from 'sharp';
import { MOST_PIXELS } from '#identity-documents/picture-header.ts';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
sharp.concurrency(1);
sharp.cache(false);

/** Fails at the first sign of a damaged or truncated file. */
export function openPicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: MOST_PIXELS, sequentialRead: true });
}

/** Opens grey pixels that we produced ourselves. */
export function openGrey(data: Uint8Array, width: number, height: number): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

/** Opens colour pixels that were decoded before; `channels` is 1 to 4. */
export function openPixels(data: Uint8Array, { width, height, channels }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}
