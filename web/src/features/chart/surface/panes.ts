/** The library's own name of the price pane. */
export const CANDLE_PANE = 'candle_pane';

/** The library's name of the time axis below all panes. */
export const TIME_AXIS_PANE = 'x_axis_pane';
