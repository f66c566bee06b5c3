/** The camera at the back where there are two; it ends with the view. */
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { Size } from '#pages/account-overview/ekyc/camera-frame.ts';

export type CameraState =
  | { readonly state: 'starting' }
  | { readonly state: 'on'; readonly size: Size; readonly light: ((isOn: boolean) => void) | undefined }
  /** `busy`: another program holds it. */
  | { readonly state: 'denied' | 'busy' | 'missing' };

export interface Camera {
  readonly camera: CameraState;
  /** Asks for it again, after somebody has allowed it. */
  readonly again: () => void;
}

export function useCamera(video: RefObject<HTMLVideoElement | null>): Camera {
  const [camera, setCamera] = useState<CameraState>({ state: 'starting' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try starts anew
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const end = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async (): Promise<void> => {
      const wanted = { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1440 } };
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
      const shown = video.current;
      if (isOver || !shown) return end();
      shown.srcObject = stream;
      await shown.play();
      const [track] = stream.getVideoTracks();
      track?.addEventListener('ended', () => setCamera({ state: 'missing' }));
      const size = { width: shown.videoWidth, height: shown.videoHeight };
      setCamera({ state: 'on', size, light: lightOf(track) });
      // A phone that is turned turns its picture.
      shown.onresize = () =>
        setCamera((now) =>
          now.state === 'on' ? { ...now, size: { width: shown.videoWidth, height: shown.videoHeight } } : now,
        );
    };
    setCamera({ state: 'starting' });
    start().catch((error: unknown) => {
      end();
      if (!isOver) setCamera({ state: whyNot(error) });
    });
    return () => {
      isOver = true;
      end();
    };
  }, [video, tries]);
  const again = useCallback(() => setTries((before) => before + 1), []);
  return { camera, again };
}

function whyNot(error: unknown): 'denied' | 'busy' | 'missing' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'denied';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}

function lightOf(track: MediaStreamTrack | undefined): ((isOn: boolean) => void) | undefined {
  if (!track || !('torch' in (track.getCapabilities?.() ?? {}))) return undefined;
  return (isOn) => void track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
}
