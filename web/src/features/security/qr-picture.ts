/** A QR code as a picture file: to a bank's app on the same phone it can only be shown as one. */
import { toDataURL } from 'qrcode';

const WIDTH_PX = 800;

/** PNG, black on white, with the quiet zone. */
export async function qrPicture(text: string): Promise<Blob> {
  const url = await toDataURL(text, { errorCorrectionLevel: 'M', margin: 4, width: WIDTH_PX });
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'image/png' });
}
