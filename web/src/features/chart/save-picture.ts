/** Saves the chart as a picture with its name above it, so that a shared picture says what it shows. */
import type { PictureLabel } from '#features/chart/trading/line-layer.ts';

const HEAD = 32;
const PADDING = 12;

/** Texts drawn over the chart, from its top left corner. */
export interface PictureLine {
  readonly text: string;
  readonly yPx: number;
}

export interface Picture {
  readonly title: string;
  readonly file: string;
  readonly lines: readonly PictureLine[];
  readonly labels: readonly PictureLabel[];
}

export async function savePicture(source: string, { title, file, lines, labels }: Picture): Promise<void> {
  const image = await loaded(source);
  const scale = window.devicePixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height + HEAD * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const tokens = getComputedStyle(document.documentElement);
  pen.fillStyle = tokens.getPropertyValue('--surface');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, HEAD * scale);
  pen.font = `500 ${12 * scale}px ${getComputedStyle(document.body).fontFamily}`;
  pen.fillStyle = tokens.getPropertyValue('--text-2');
  pen.textBaseline = 'middle';
  pen.fillText(title, PADDING * scale, (HEAD / 2) * scale);
  pen.font = `${11 * scale}px ${getComputedStyle(document.body).fontFamily}`;
  for (const { text, yPx } of lines) pen.fillText(text, PADDING * scale, (HEAD + yPx) * scale);
  for (const label of labels) drawLabel(pen, label, { scale, tokens });
  const link = document.createElement('a');
  link.download = file;
  link.href = canvas.toDataURL('image/png');
  link.click();
}

const LABEL_PX = 18;
const LABEL_PADDING = 6;

function drawLabel(
  pen: CanvasRenderingContext2D,
  { text, rightPx, topPx }: PictureLabel,
  { scale, tokens }: { readonly scale: number; readonly tokens: CSSStyleDeclaration },
): void {
  const width = pen.measureText(text).width + 2 * LABEL_PADDING * scale;
  const left = rightPx * scale - width;
  const top = (HEAD + topPx) * scale;
  pen.fillStyle = tokens.getPropertyValue('--surface-3');
  pen.fillRect(left, top, width, LABEL_PX * scale);
  pen.fillStyle = tokens.getPropertyValue('--foreground');
  pen.fillText(text, left + LABEL_PADDING * scale, top + (LABEL_PX / 2) * scale);
}

function loaded(source: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the picture of the chart can not be read'));
    image.src = source;
  });
}
