/**
 * Rotates a picture of a document until its text is level and crops the table away, so that every line is in its
 * printed place.
 */
import { findOutline } from '@mua/contract/document-outline';
import { openGrey, openPicture, openPixels } from '#identity-documents/picture-loader.ts';
import { textSkew } from '#identity-documents/text-skew.ts';

/** Grey pixels of the document alone. */
export interface LevelPicture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Part of a picture, as fractions of its sides. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const SKEW_WIDTH = 600;
const OUTLINE_WIDTH = 320;
/** Margin kept around the outline, so that print near the edge is not cut off. */
const MARGIN = 0.01;

export async function levelPicture(jpeg: Uint8Array): Promise<LevelPicture> {
  const small = await openPicture(jpeg)
    .resize({ width: SKEW_WIDTH })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const skew = textSkew({ data: small.data, width: small.info.width, height: small.info.height });
  const table = await cornerColour(jpeg);
  const turned = await openPicture(jpeg)
    .rotate(-skew, { background: table })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = turned.info;
  const colour = openPixels(turned.data, turned.info);
  const outlined = await colour.clone().resize({ width: OUTLINE_WIDTH }).raw().toBuffer({ resolveWithObject: true });
  const raster = { data: outlined.data, width: outlined.info.width, height: outlined.info.height };
  const found = findOutline(raster);
  const [across, down] = [width / raster.width, height / raster.height];
  const left = Math.max(0, Math.floor(((found?.left ?? 0) - MARGIN * raster.width) * across));
  const top = Math.max(0, Math.floor(((found?.top ?? 0) - MARGIN * raster.height) * down));
  const right = Math.min(width, Math.ceil(((found?.right ?? raster.width) + MARGIN * raster.width) * across));
  const bottom = Math.min(height, Math.ceil(((found?.bottom ?? raster.height) + MARGIN * raster.height) * down));
  const cut = await colour
    .extract({ left, top, width: right - left, height: bottom - top })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: cut.data, width: cut.info.width, height: cut.info.height };
}

/** The corners of a picture show the table; the corners that a rotation adds must look the same. */
async function cornerColour(jpeg: Uint8Array): Promise<{ r: number; g: number; b: number }> {
  const pixels = await openPicture(jpeg).resize({ width: 24, height: 16, fit: 'fill' }).removeAlpha().raw().toBuffer();
  const [r = 0, g = 0, b = 0] = pixels;
  return { r, g, b };
}

export interface Rendering {
  /** Size of the whole document in pixels, before the part is cropped. */
  readonly documentWidth: number;
  readonly blur?: number;
}

/** Renders one part as a PNG of the size that suits a recogniser. */
export async function renderPart(
  picture: LevelPicture,
  part: Part,
  { documentWidth, blur }: Rendering,
): Promise<Buffer> {
  const left = Math.round(part.left * picture.width);
  const top = Math.round(part.top * picture.height);
  const width = Math.round(part.right * picture.width) - left;
  const height = Math.round(part.bottom * picture.height) - top;
  const scaled = openGrey(picture.data, picture.width, picture.height)
    .extract({ left, top, width, height })
    .resize({ width: Math.round((width * documentWidth) / picture.width) })
    .normalise();
  return (blur ? scaled.blur(blur) : scaled).png({ compressionLevel: 1 }).toBuffer();
}
