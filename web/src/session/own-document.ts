/**
 * A document keeps the headers it was loaded with, whatever page is shown in it later. One page may use the camera and
 * run compiled code, so entering and leaving it each load a document anew (contract: client-paths.ts).
 */
import { isCameraPage } from '@mua/contract/client-paths';

/** Of what the document was loaded for: whoever goes back while it loads has another address before anything here runs. */
const CAME_AT = new URL(performance.getEntriesByType?.('navigation')[0]?.name ?? window.location.href).pathname;

export function needsOwnDocument(pathname: string, cameAt = CAME_AT): boolean {
  return isCameraPage(pathname) !== isCameraPage(cameAt);
}
