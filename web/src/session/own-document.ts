/**
 * A document keeps the headers it was loaded with, whatever page is shown in it later. One page may use the camera and
 * run compiled code, so entering and leaving it each load a document anew (contract: client-paths.ts).
 */
import { isCameraPage } from '@mua/contract/client-paths';

/** Read at load, before anything navigates. */
const CAME_AT = window.location.pathname;

export function needsOwnDocument(pathname: string, cameAt = CAME_AT): boolean {
  return isCameraPage(pathname) !== isCameraPage(cameAt);
}
