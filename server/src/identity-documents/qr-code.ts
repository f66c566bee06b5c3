/**
 * Finds the QR code in a picture. Uses the reader's own wasm file from disk; by default it would fetch it from a public
 * host.
 */
import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { packageFile } from '#ground/server-files.ts';
import { openPicture } from '#identity-documents/picture-loader.ts';

const wasm = readFileSync(packageFile('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** As taken, then sharpened and doubled in size, which recovers small or blurred modules. */
const TRIES: readonly ((jpeg: Buffer) => Promise<Buffer>)[] = [
  async (jpeg) => jpeg,
  (jpeg) => openPicture(jpeg).greyscale().normalise().sharpen({ sigma: 2 }).jpeg({ quality: 95 }).toBuffer(),
  async (jpeg) => {
    const { width } = await openPicture(jpeg).metadata();
    const enlarged = openPicture(jpeg)
      .greyscale()
      .resize({ width: Math.min(2_800, 2 * width), kernel: 'cubic' });
    return enlarged.normalise().sharpen({ sigma: 1.5 }).jpeg({ quality: 95 }).toBuffer();
  },
];

export const QR_TRIES = TRIES.length;

/** Texts of the codes in a picture, searched for in one of several ways, each more expensive than the one before. */
export async function readQrCodes(jpeg: Buffer, way: number): Promise<string[]> {
  const prepared = await TRIES[way]?.(jpeg);
  if (!prepared) return [];
  const codes = await readBarcodes(new Uint8Array(prepared), {
    formats: ['QRCode'],
    tryHarder: true,
    maxNumberOfSymbols: 4,
  });
  return codes.filter(({ isValid }) => isValid).map(({ text }) => text);
}
