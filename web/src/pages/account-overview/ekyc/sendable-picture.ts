/**
 * A picture as it can be sent: what is larger than the server takes, or of a kind that it does not decode, is drawn anew.
 * A phone's camera makes more points than reading a document needs.
 */
import { LIMITS } from '@mua/contract/limits';

/** Of the longer side; print on a card is read well below it. */
const LONGEST_SIDE = 3200;
/** A JPEG or PNG below this is sent as it is. Of the limit, so that the form's own bytes have room. */
const AS_IT_IS_BYTES = LIMITS.pictureMaxBytes * 0.6;
const DECODED_BY_SERVER: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);

/** A file that the browser can't decode either is sent as it is: the server says what is wrong with it. */
export async function sendablePicture(file: Blob): Promise<Blob> {
  const decoded = await createImageBitmap(file).catch(() => null);
  if (!decoded) return file;
  const { width, height } = decoded;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  if (scale === 1 && DECODED_BY_SERVER.has(file.type) && file.size <= AS_IT_IS_BYTES) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(decoded, 0, 0, canvas.width, canvas.height);
  decoded.close();
  return new Promise((resolve) => {
    canvas.toBlob((drawn) => resolve(drawn ?? file), 'image/jpeg', 0.92);
  });
}
