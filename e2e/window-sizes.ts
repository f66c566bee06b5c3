/** Windows that are too small for a desk, named by their reason. */
export const SIZES = {
  '1440x900 at 200 %': { width: 720, height: 450 },
  '1366x768 at 200 %': { width: 683, height: 384 },
  '1280x1024 at 400 %': { width: 320, height: 256 },
  'a phone lying down': { width: 844, height: 390 },
  'a small phone': { width: 360, height: 560 },
  'a low desk': { width: 1280, height: 560 },
};
