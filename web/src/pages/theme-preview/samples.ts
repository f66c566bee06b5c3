/** The figures of the preview: invented, and the same in every screenshot. */
import type { PriceGrid } from '@mua/core/values';

export const CORN: PriceGrid = { scale: 2, tickUnits: 25, display: 'eighths' };
export const ARABICA: PriceGrid = { scale: 2, tickUnits: 5, display: 'decimal' };
export const CODE = 'ZCEZ26';

export const TICKS = {
  last: 1831,
  reference: 1809,
  order: 1816,
  far: 1880,
  outside: 2000,
  low: 1817,
  ceiling: 1935,
  floor: 1683,
};
export const VOLUME = 186_412;
export const FEE_VND = '700000';
export const EQUITY_VND = '1950680075';
export const REQUIRED_VND = '1292445264';
