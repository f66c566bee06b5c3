/** What is seen in the camera's frame, a few times a second and never two looks at once; and the picture of it. */
import type { PictureKind } from '@mua/contract/entities/registration';
import { type RefObject, useEffect, useState } from 'react';
import { judgedIn } from '#pages/account-overview/ekyc/camera-frame.ts';
import { type Judgement, startFrameJudge } from '#pages/account-overview/ekyc/frame-judge.ts';

/** From the start of one look to the next, or longer where a look takes longer. */
const LOOK_EVERY_MS = 300;
/** The card carries a QR code on one side, by its year: finding it says that the picture will be read. */
const WITH_QR: ReadonlySet<PictureKind> = new Set(['ID_FRONT', 'ID_BACK']);

interface Watched {
  readonly kind: PictureKind;
  readonly isOn: boolean;
}

/** Null before the first look, and where the browser can't judge. */
export function useJudgement(video: RefObject<HTMLVideoElement | null>, { kind, isOn }: Watched): Judgement | null {
  const [judgement, setJudgement] = useState<Judgement | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    const judge = startFrameJudge();
    let isLooking = false;
    const look = async (): Promise<void> => {
      const picture = !isLooking && video.current && pixelsOf(video.current, kind);
      if (!picture) return;
      isLooking = true;
      setJudgement(await judge.judge({ picture, wantsQr: WITH_QR.has(kind) }));
      isLooking = false;
    };
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      judge.stop();
      setJudgement(null);
    };
  }, [video, isOn, kind]);
  return judgement;
}

/** What is judged is what is sent. */
export async function pictureOf(video: HTMLVideoElement, kind: PictureKind): Promise<Blob | null> {
  const canvas = drawn(video, kind);
  return canvas && new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
}

function pixelsOf(video: HTMLVideoElement, kind: PictureKind): ImageData | null {
  const canvas = drawn(video, kind);
  return canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
}

function drawn(video: HTMLVideoElement, kind: PictureKind): HTMLCanvasElement | null {
  if (video.videoWidth === 0) return null;
  const { left, top, width, height } = judgedIn({ width: video.videoWidth, height: video.videoHeight }, kind);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, left, top, width, height, 0, 0, width, height);
  return canvas;
}
