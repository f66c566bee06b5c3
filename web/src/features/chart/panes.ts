/** The library's own name of the pane that the price stands in. */
export const CANDLE_PANE = 'candle_pane';
