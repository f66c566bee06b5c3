/**
 * Where in a camera's picture the document is to lie, and the part around it that is judged and sent: what lies beside a
 * document is nobody's concern, and the server looks for the document in what is left.
 */
import type { PictureKind } from '@mua/contract/entities/registration';

/** In pixels. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Width by height, of papers as they are printed. */
const SHAPES: Readonly<Record<PictureKind, number>> = {
  ID_FRONT: 85.6 / 54,
  ID_BACK: 85.6 / 54,
  PASSPORT: 125 / 88,
  LICENCE: 210 / 297,
  SELFIE: 1,
};
/** Most of a side of the picture that the frame takes: a little of the table has to be seen around the document. */
const MOST = 0.86;
/** Around the frame, as a share of it: a hand is not that steady. */
const AROUND = 0.06;

export function guideIn({ width, height }: Size, kind: PictureKind): Rect {
  const across = Math.min(MOST * width, MOST * height * SHAPES[kind]);
  return centred({ width: across, height: across / SHAPES[kind] }, { width, height });
}

export function judgedIn(picture: Size, kind: PictureKind): Rect {
  const guide = guideIn(picture, kind);
  const around = 1 + 2 * AROUND;
  const width = Math.min(picture.width, Math.round(guide.width * around));
  const height = Math.min(picture.height, Math.round(guide.height * around));
  return centred({ width, height }, picture);
}

function centred({ width, height }: Size, within: Size): Rect {
  return { left: (within.width - width) / 2, top: (within.height - height) / 2, width, height };
}
