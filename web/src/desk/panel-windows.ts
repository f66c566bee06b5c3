/** How panels of the desk open in browser windows of their own, and where those were last. */
import { useLink } from '#desk/linked-windows.ts';
import { WINDOW_PANELS, type WindowPanel } from '#desk/window-panel.ts';
import { isRecord, readKept, writeKept } from '#session/kept-value.ts';

interface Place {
  /** On all screens together, in pixels; a screen on the left has negative ones. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const FIRST_SIZES: Readonly<Record<WindowPanel, Pick<Place, 'width' | 'height'>>> = {
  chart: { width: 960, height: 640 },
  ladder: { width: 360, height: 820 },
  book: { width: 320, height: 640 },
  board: { width: 1180, height: 560 },
  lists: { width: 1080, height: 420 },
};

const PLACES = 'window-places';
const LEAST = 200;

/** False if the browser opened none. */
export function openPanelWindow(panel: WindowPanel, code: string): boolean {
  useLink.setState({ isUsed: true });
  const place = { ...FIRST_SIZES[panel], ...keptPlaces()[panel] };
  const features = Object.entries(place).map(([name, pixels]) => `${name}=${pixels}`);
  return window.open(`/window/${panel}/${code}`, '_blank', ['popup', ...features].join(',')) !== null;
}

/** Where the next one of this panel opens. */
export function keepPlace(panel: WindowPanel): void {
  const { screenX: left, screenY: top, innerWidth: width, innerHeight: height } = window;
  const place: Place = { left, top, width, height };
  if (width >= LEAST && height >= LEAST) writeKept(PLACES, JSON.stringify({ ...keptPlaces(), [panel]: place }));
}

function keptPlaces(): Readonly<Partial<Record<WindowPanel, Place>>> {
  try {
    const kept: unknown = JSON.parse(readKept(PLACES) ?? '{}');
    if (!isRecord(kept)) return {};
    return Object.fromEntries(WINDOW_PANELS.flatMap((panel) => (isPlace(kept[panel]) ? [[panel, kept[panel]]] : [])));
  } catch {
    return {};
  }
}

function isPlace(kept: unknown): kept is Place {
  return isRecord(kept) && [kept.left, kept.top, kept.width, kept.height].every((value) => Number.isInteger(value));
}
