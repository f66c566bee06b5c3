/**
 * Creates the small recording of the recorded story from the simulated model, so that it needs no third-party data:
 * four hours of one-minute bars of December corn. Run: npx tsx tools/make-recording.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { contractOf, REFERENCE_COMMODITIES } from '@mua/core/engine';
import { priceToText } from '@mua/core/values';
import { createMarketModel } from '@mua/server/venue/simulated/model/market-model';

const SEED = 240;
const MINUTES = 240;
const MINUTE_MS = 60_000;
const FIRST_MS = Date.UTC(2026, 10, 17, 13, 0);
/** Minimum lots of a bar: open, both extremes and close must each have been traded. */
const LEAST_LOTS = 4;
const FOLDER = new URL('../e2e/recordings/', import.meta.url);

const corn = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === 'ZCE');
if (!corn) throw new Error('there is no corn');
const { commodity, listing } = corn;
const contract = contractOf(commodity, listing, { year: 2026, month: 12 });
const model = createMarketModel(SEED).contract(contract, commodity);

const rows = Array.from({ length: MINUTES }, (_, minute) => {
  const openMs = FIRST_MS + minute * MINUTE_MS;
  const bar = model.bar(openMs, openMs + MINUTE_MS);
  if (!bar || bar.volumeLots < LEAST_LOTS) return [];
  const prices = [bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks];
  const texts = prices.map((ticks) => priceToText(ticks, commodity.grid));
  return [[new Date(openMs).toISOString().replace('.000', ''), ...texts, bar.volumeLots].join(',')];
}).flat();

mkdirSync(FOLDER, { recursive: true });
const file = new URL('corn-240m.csv', FOLDER);
writeFileSync(file, `${['time,open,high,low,close,volume', ...rows].join('\n')}\n`);
console.log(`${file.pathname}: ${rows.length} minutes of ${contract.code}`);
