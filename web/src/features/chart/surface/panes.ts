/** The library's own name of the pane that the price stands in. */
export const CANDLE_PANE = 'candle_pane';

/** And of the strip below all panes that says the time. */
export const TIME_AXIS_PANE = 'x_axis_pane';
