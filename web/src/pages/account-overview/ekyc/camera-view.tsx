/** The camera live: the frame to fit the document into, a word on what is seen, and the picture, by hand or by itself. */
import type { PictureKind } from '@mua/contract/entities/registration';
import { Flashlight } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { guideIn, type Size } from '#pages/account-overview/ekyc/camera-frame.ts';
import { NoCamera } from '#pages/account-overview/ekyc/no-camera.tsx';
import { type CameraState, useCamera } from '#pages/account-overview/ekyc/use-camera.ts';
import { pictureOf, useJudgement } from '#pages/account-overview/ekyc/use-judgement.ts';

/** How long all has to be right before the picture takes itself. */
const HOLD_MS = 1_000;

interface CameraViewProps {
  readonly kind: PictureKind;
  /** Whether a picture takes itself once all is right. */
  readonly isAutomatic: boolean;
  readonly onAutomatic: (isOn: boolean) => void;
  readonly onShot: (shot: Blob) => void;
  readonly onFile: (file: Blob) => void;
}

export function CameraView({ kind, isAutomatic, onAutomatic, onShot, onFile }: CameraViewProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const { camera, again } = useCamera(video);
  const isOn = camera.state === 'on';
  const judgement = useJudgement(video, { kind, isOn });
  const shoot = async () => {
    const shot = video.current && (await pictureOf(video.current, kind));
    if (shot) onShot(shot);
  };
  const isHeld = isAutomatic && judgement?.finding === 'ready';
  useHeld(isHeld, shoot);
  if (camera.state === 'denied' || camera.state === 'busy' || camera.state === 'missing')
    return <NoCamera why={camera.state} onAgain={again} onFile={onFile} />;
  const said = !isOn
    ? t(($) => $.application.camera.starting)
    : isHeld
      ? t(($) => $.application.camera.live.taking)
      : t(($) => $.application.camera.live[judgement?.finding ?? 'fit']);
  return (
    // Lying down, words and buttons stand beside the picture.
    <div className="relative flex min-h-0 flex-1 flex-col low:grid low:grid-cols-[minmax(0,1fr)_min(16rem,45%)] low:grid-rows-[auto_minmax(0,1fr)]">
      <div className="relative grid min-h-0 min-w-0 flex-1 place-items-center overflow-hidden [container-type:size] low:row-span-2">
        <Picture video={video} kind={kind} size={isOn ? camera.size : null} isReady={judgement?.finding === 'ready'} />
      </div>
      <div className="absolute inset-x-4 top-3 mx-auto grid max-w-sm justify-items-center gap-2 low:static low:mx-2">
        <p
          role="status"
          className="grid min-h-10 w-full place-items-center rounded-lg bg-[#f2f4f8] px-4 py-1 text-center font-semibold text-14 text-[#12151a] low:px-2"
        >
          {said}
        </p>
        <p
          role="status"
          className="rounded-full bg-[#05060acc] px-3 py-1 text-center font-medium text-14 text-[#3ccf91] empty:hidden"
        >
          {judgement?.isQrSeen && t(($) => $.application.camera.live.qr)}
        </p>
      </div>
      <div className="grid content-center justify-items-center gap-3 px-4 py-3 low:gap-1 low:px-2 low:py-0">
        <p className="text-center text-12 text-[#c3cad6] low:max-sm:hidden">{t(($) => $.application.camera.private)}</p>
        <div className="grid w-full max-w-md grid-cols-[1fr_auto_1fr] items-center gap-2 low:grid-cols-1 low:justify-items-center low:gap-0">
          <label className="flex min-h-11 items-center gap-2 text-12">
            <input
              type="checkbox"
              checked={isAutomatic}
              onChange={({ target }) => onAutomatic(target.checked)}
              data-testid="camera-automatic"
              className="size-5 shrink-0 accent-primary"
            />
            {t(($) => $.application.camera.automatic)}
          </label>
          <Shutter isDisabled={!isOn} isHeld={isHeld} onPress={() => void shoot()} />
          <Light camera={camera} />
        </div>
      </div>
    </div>
  );
}

/** Takes the picture once all has been right for long enough; whatever changes meanwhile begins anew. */
function useHeld(isHeld: boolean, take: () => unknown): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isHeld) return undefined;
    const timer = setTimeout(() => latest.current(), HOLD_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
}

interface PictureProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly kind: PictureKind;
  readonly size: Size | null;
  readonly isReady: boolean;
}

/** The frame lies in the picture as it is shown, not in the room around it. */
function Picture({ video, kind, size, isReady }: PictureProps) {
  const { width, height } = size ?? { width: 16, height: 9 };
  const guide = guideIn({ width, height }, kind);
  return (
    <div
      className="relative max-w-full overflow-hidden"
      style={{ aspectRatio: `${width} / ${height}`, width: `min(100cqw, ${(100 * width) / height}cqh)` }}
    >
      <video ref={video} muted playsInline className="size-full" />
      {size && (
        <div
          aria-hidden
          data-testid="camera-guide"
          className={cn(
            'absolute rounded-lg border-2 shadow-[0_0_0_999px_#05060a99,inset_0_0_0_1px_#05060a99]',
            isReady ? 'border-[#3ccf91]' : 'border-[#ffffffb0]',
          )}
          style={{
            left: share(guide.left, width),
            top: share(guide.top, height),
            width: share(guide.width, width),
            height: share(guide.height, height),
          }}
        />
      )}
    </div>
  );
}

function share(part: number, whole: number): string {
  return `${(100 * part) / whole}%`;
}

interface ShutterProps {
  readonly isDisabled: boolean;
  /** The ring fills until the picture takes itself. */
  readonly isHeld: boolean;
  readonly onPress: () => void;
}

function Shutter({ isDisabled, isHeld, onPress }: ShutterProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={t(($) => $.application.camera.shoot)}
      disabled={isDisabled}
      onClick={onPress}
      data-testid="camera-shoot"
      className="relative grid size-17 place-items-center rounded-full disabled:opacity-40"
    >
      <svg aria-hidden viewBox="0 0 68 68" className="-rotate-90 absolute inset-0 fill-none stroke-[4]">
        <circle cx="34" cy="34" r="31" className="stroke-[#ffffff66]" />
        {isHeld && (
          <circle
            cx="34"
            cy="34"
            r="31"
            pathLength={1}
            strokeDasharray={1}
            data-testid="camera-ring"
            className="animate-ring stroke-[#3ccf91] motion-reduce:animate-none"
          />
        )}
      </svg>
      <span className="size-13 rounded-full bg-[#fff]" />
    </button>
  );
}

function Light({ camera }: { readonly camera: CameraState }) {
  const { t } = useTranslation();
  const [isLit, setLit] = useState(false);
  if (camera.state !== 'on' || !camera.light) return null;
  return (
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
  );
}
