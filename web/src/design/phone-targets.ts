/** Makes a chip on a phone as easy to hit as a button of 44 px without looking larger. For the bar that holds chips. */
export const TALL_CHIPS =
  'max-md:[&_[data-slot=chip]]:relative max-md:[&_[data-slot=chip]]:after:absolute max-md:[&_[data-slot=chip]]:after:-inset-y-2.5 max-md:[&_[data-slot=chip]]:after:inset-x-0';
