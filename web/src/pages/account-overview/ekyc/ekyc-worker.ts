/** Judges a camera's pictures beside the page; reading a QR code takes compiled code, which only this script's address may run. */
import type { ColourRaster } from '@mua/contract/document-outline';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Frame, Judgement } from '#pages/account-overview/ekyc/frame-judge.ts';
import { liveFinding, measured } from '#pages/account-overview/ekyc/live-finding.ts';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

let before: ColourRaster | null = null;

addEventListener('message', async ({ data: { picture, wantsQr } }: MessageEvent<Frame>) => {
  const now = measured(picture.data, picture.width, picture.height);
  const finding = liveFinding(now, before);
  before = now.small;
  const judgement: Judgement = { finding, isQrSeen: wantsQr && (await hasQr(picture)) };
  postMessage(judgement);
});

/** What can't be read here is read by the server. */
async function hasQr(picture: ImageData): Promise<boolean> {
  const found = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 }).catch(() => []);
  return found.length > 0;
}
