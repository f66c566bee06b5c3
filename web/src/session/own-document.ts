/**
 * A document keeps the headers that it came with, whatever page is shown in it later. One page may use the camera and run
 * compiled code, so it is entered by a load of its own, and left by one (contract: client-paths.ts).
 */
import { isCameraPage } from '@mua/contract/client-paths';

/** Read before anything navigates. */
const CAME_AT = window.location.pathname;

export function needsOwnDocument(pathname: string, cameAt = CAME_AT): boolean {
  return isCameraPage(pathname) !== isCameraPage(cameAt);
}
