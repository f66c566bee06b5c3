/**
 * The three units that must not be mixed. Each is a plain number or bigint, so a literal or a computed value fits any
 * unit; a value of one unit does not fit another. The compiler forgets units in sums: `npm run check` follows them
 * there (tools/units.test.ts), so that ticks plus lots is an error as well.
 */
declare const unit: unique symbol;

/** A price as a whole number of its contract's ticks, below zero where the market is; also a distance of two prices. */
export type Ticks = number & { readonly [unit]?: 'ticks' };
/** A whole number of lots; signed where a side is meant, as in a position. */
export type Lots = number & { readonly [unit]?: 'lots' };
/** Whole dong. */
export type Vnd = bigint & { readonly [unit]?: 'vnd' };
