/** Every commodity whose size and tick are known. */
import { ENERGY } from '#instruments/reference/energy.ts';
import { GRAIN } from '#instruments/reference/grain.ts';
import { INDUSTRIAL } from '#instruments/reference/industrial.ts';
import { LME } from '#instruments/reference/lme.ts';
import { METAL } from '#instruments/reference/metal.ts';
import type { ReferenceCommodity } from '#instruments/reference/sources.ts';

/** In the order in which MXV's tables list them. */
export const REFERENCE_COMMODITIES: readonly ReferenceCommodity[] = [
  ...GRAIN,
  ...INDUSTRIAL,
  ...ENERGY,
  ...METAL,
  ...LME,
];
