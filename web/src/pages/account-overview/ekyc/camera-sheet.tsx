/**
 * The camera, with a frame to fit the document into and a word on what it sees. Always dark, whatever the theme: bright
 * surroundings make a phone expose wrongly. What was taken is looked at before it is sent.
 */
import { Flashlight, X } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { type LiveFinding, liveFinding } from '#pages/account-overview/ekyc/frame-quality.ts';
import { useObjectUrl } from '#pages/account-overview/ekyc/object-url.ts';
import { startQrFinder } from '#pages/account-overview/ekyc/qr-code.ts';

interface CameraSheetProps {
  readonly title: string;
  /** The card carries a QR code on one side, by its year, and finding it says that the picture will be read. */
  readonly hasQr: boolean;
  readonly onClose: () => void;
  readonly onTake: (shot: Blob) => void;
}

export function CameraSheet({ title, hasQr, onClose, onTake }: CameraSheetProps) {
  const { t } = useTranslation();
  const [shot, setShot] = useState<Blob | null>(null);
  return (
    <DialogPrimitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Content
          aria-describedby={undefined}
          data-theme="dark"
          data-testid="camera"
          className="dark fixed inset-0 z-50 flex flex-col bg-[#05060a] text-[#f2f4f8] outline-none"
        >
          <header className="flex h-13 shrink-0 items-center gap-2 px-2">
            <DialogPrimitive.Close
              aria-label={t(($) => $.application.camera.close)}
              className="grid size-11 place-items-center rounded-md"
            >
              <X aria-hidden className="size-5" />
            </DialogPrimitive.Close>
            <DialogPrimitive.Title className="flex-1 pr-11 text-center font-semibold text-16">
              {title}
            </DialogPrimitive.Title>
          </header>
          {shot ? (
            <Taken shot={shot} onAgain={() => setShot(null)} onUse={() => onTake(shot)} />
          ) : (
            <LiveView hasQr={hasQr} onShot={setShot} />
          )}
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

function Taken({ shot, onAgain, onUse }: { shot: Blob; onAgain: () => void; onUse: () => void }) {
  const { t } = useTranslation();
  const url = useObjectUrl(shot);
  return (
    <>
      <div className="grid min-h-0 flex-1 place-items-center p-4">
        {url && (
          <img src={url} alt={t(($) => $.application.camera.seen)} className="max-h-full max-w-full rounded-lg" />
        )}
      </div>
      <p className="px-4 text-center text-12 text-[#c3cad6]">{t(($) => $.application.camera.private)}</p>
      <div className="mx-auto grid w-full max-w-md grid-cols-2 gap-3 p-4">
        <Button className="h-12" onClick={onAgain}>
          {t(($) => $.application.camera.again)}
        </Button>
        <Button variant="primary" className="h-12" autoFocus onClick={onUse} data-testid="camera-use">
          {t(($) => $.application.camera.use)}
        </Button>
      </div>
    </>
  );
}

function LiveView({ hasQr, onShot }: { readonly hasQr: boolean; readonly onShot: (shot: Blob) => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video);
  const { finding, isQrSeen } = useFindings(video, { isOn: camera.state === 'on', hasQr });
  const [isLit, setLit] = useState(false);
  const shoot = async () => {
    const shot = video.current && (await pictureOf(video.current));
    if (shot) onShot(shot);
  };
  if (camera.state === 'denied' || camera.state === 'missing') {
    return (
      <p role="alert" className="m-auto max-w-sm p-6 text-center leading-6">
        {t(($) => $.application.camera[camera.state as 'denied'])}
      </p>
    );
  }
  return (
    <>
      <div className="relative min-h-0 flex-1 overflow-hidden">
        <video ref={video} muted playsInline className="size-full object-contain" />
        <div
          aria-hidden
          className="absolute inset-x-4 top-1/2 mx-auto aspect-[1.586] max-h-[80%] max-w-xl -translate-y-1/2 rounded-xl border-2 border-[#ffffffb0] shadow-[0_0_0_999px_#05060a99]"
        />
        <p
          role="status"
          className="absolute inset-x-4 top-3 mx-auto grid min-h-10 max-w-sm place-items-center rounded-full bg-[#f2f4f8] px-4 font-semibold text-14 text-[#12151a]"
        >
          {camera.state === 'on' && finding
            ? t(($) => $.application.camera.live[finding])
            : t(($) => $.application.camera.starting)}
        </p>
        {isQrSeen && (
          <p role="status" className="absolute inset-x-4 bottom-3 text-center font-medium text-[#3ccf91] text-14">
            {t(($) => $.application.camera.live.qr)}
          </p>
        )}
      </div>
      <p className="px-4 pt-2 text-center text-12 text-[#c3cad6]">{t(($) => $.application.camera.private)}</p>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center px-6 py-3">
        <span />
        <button
          type="button"
          aria-label={t(($) => $.application.camera.shoot)}
          disabled={camera.state !== 'on'}
          onClick={() => void shoot()}
          data-testid="camera-shoot"
          className="size-16 rounded-full border-4 border-[#fff] bg-[#fff] bg-clip-content p-1 disabled:opacity-40"
        />
        {camera.light && (
          <button
            type="button"
            aria-pressed={isLit}
            onClick={() => {
              camera.light?.(!isLit);
              setLit(!isLit);
            }}
            className="grid min-h-11 justify-items-center gap-1 justify-self-center text-12"
          >
            <Flashlight aria-hidden className="size-5" />
            {t(($) => (isLit ? $.application.camera.torchOff : $.application.camera.torch))}
          </button>
        )}
      </div>
    </>
  );
}

interface CameraState {
  readonly state: 'starting' | 'on' | 'denied' | 'missing';
  /** Where the device has one. */
  readonly light?: (isOn: boolean) => void;
}

/** The camera at the back where there are two; it ends with the view. */
function useCamera(video: RefObject<HTMLVideoElement | null>): CameraState {
  const [camera, setCamera] = useState<CameraState>({ state: 'starting' });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const end = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async (): Promise<void> => {
      try {
        const wanted = { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1440 } };
        stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
        if (isOver || !video.current) return end();
        video.current.srcObject = stream;
        await video.current.play();
        const light = lightOf(stream.getVideoTracks()[0]);
        setCamera({ state: 'on', ...(light && { light }) });
      } catch (error) {
        const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
        if (!isOver) setCamera({ state: isDenied ? 'denied' : 'missing' });
      }
    };
    void start();
    return () => {
      isOver = true;
      end();
    };
  }, [video]);
  return camera;
}

function lightOf(track: MediaStreamTrack | undefined): ((isOn: boolean) => void) | undefined {
  if (!track || !('torch' in (track.getCapabilities?.() ?? {}))) return undefined;
  return (isOn) => void track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
}

const LOOK_EVERY_MS = 300;
/** Wide enough for edges to show, small enough for an old phone. */
const LOOK_WIDTH = 320;

interface Findings {
  readonly finding: LiveFinding | null;
  readonly isQrSeen: boolean;
}

function useFindings(
  video: RefObject<HTMLVideoElement | null>,
  { isOn, hasQr }: { readonly isOn: boolean; readonly hasQr: boolean },
): Findings {
  const [findings, setFindings] = useState<Findings>({ finding: null, isQrSeen: false });
  useEffect(() => {
    if (!isOn) return undefined;
    let isLooking = false;
    const finder = hasQr ? startQrFinder() : null;
    const look = async (): Promise<void> => {
      if (isLooking || !video.current) return;
      isLooking = true;
      const small = frameOf(video.current, LOOK_WIDTH);
      const finding = small && liveFinding(small.data, small.width);
      const whole = finder && frameOf(video.current, video.current.videoWidth);
      const isQrSeen = whole ? await finder.isIn(whole) : false;
      setFindings({ finding, isQrSeen });
      isLooking = false;
    };
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      finder?.stop();
    };
  }, [video, isOn, hasQr]);
  return findings;
}

function drawn(video: HTMLVideoElement, width: number): HTMLCanvasElement | null {
  if (video.videoWidth === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * video.videoHeight) / video.videoWidth);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function frameOf(video: HTMLVideoElement, width: number): ImageData | null {
  const canvas = drawn(video, width);
  return canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
}

async function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = drawn(video, video.videoWidth);
  return canvas && new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
}
