/**
 * Judges a camera's pictures beside the page, one after the other: what is to be mended, and whether a QR code is seen
 * that can be read.
 */
import type { LiveFinding } from '#pages/account-overview/ekyc/live-finding.ts';

export interface Judgement {
  readonly finding: LiveFinding;
  readonly isQrSeen: boolean;
}

export interface Frame {
  readonly picture: ImageData;
  readonly wantsQr: boolean;
}

export interface FrameJudge {
  /** Null once a browser can't judge: a picture is taken without, and the server says what it lacks. */
  judge(frame: Frame): Promise<Judgement | null>;
  stop(): void;
}

export function startFrameJudge(): FrameJudge {
  const worker = new Worker(new URL('./ekyc-worker.ts', import.meta.url), { type: 'module', name: 'ekyc-worker' });
  let isBroken = false;
  return {
    judge: (frame) =>
      new Promise((resolve) => {
        if (isBroken) return resolve(null);
        worker.onmessage = ({ data }: MessageEvent<Judgement>) => resolve(data);
        worker.onerror = () => {
          isBroken = true;
          resolve(null);
        };
        worker.postMessage(frame, [frame.picture.data.buffer]);
      }),
    stop: () => worker.terminate(),
  };
}
