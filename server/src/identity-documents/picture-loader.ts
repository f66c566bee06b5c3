/** Opens sharp with all decoders shut but JPEG and PNG: by itself it reads SVG, GIF, TIFF and AVIF too. Children only. */
import sharp from 'sharp';
import { MOST_PIXELS } from '#identity-documents/picture-header.ts';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
sharp.concurrency(1);
sharp.cache(false);

/** Fails at the first sign that the file is not whole. */
export function openPicture(bytes: Uint8Array): sharp.Sharp {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: MOST_PIXELS, sequentialRead: true });
}

/** Of grey pixels that we made ourselves. */
export function openGrey(data: Uint8Array, width: number, height: number): sharp.Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}
