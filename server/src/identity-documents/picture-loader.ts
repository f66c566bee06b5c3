/** Opens sharp with all decoders shut but JPEG and PNG: by itself it reads SVG, GIF, TIFF and AVIF too. Children only. */
import sharp, { type Raw, type Sharp } from 'sharp';
import { MOST_PIXELS } from '#identity-documents/picture-header.ts';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
sharp.concurrency(1);
sharp.cache(false);

/** Fails at the first sign that the file is not whole. */
export function openPicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: MOST_PIXELS, sequentialRead: true });
}

/** Of grey pixels that we made ourselves. */
export function openGrey(data: Uint8Array, width: number, height: number): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

/** Of colours that were decoded before; `channels` is 1 to 4. */
export function openPixels(data: Uint8Array, { width, height, channels }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}
