/** Whether a camera's picture shows a QR code that can be read; one picture after the other, beside the page. */

export interface QrFinder {
  isIn(frame: ImageData): Promise<boolean>;
  stop(): void;
}

export function startQrFinder(): QrFinder {
  const worker = new Worker(new URL('./ekyc-worker.ts', import.meta.url), { type: 'module', name: 'ekyc-worker' });
  return {
    isIn: (frame) =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
        worker.onerror = () => resolve(false);
        worker.postMessage(frame, [frame.data.buffer]);
      }),
    stop: () => worker.terminate(),
  };
}
