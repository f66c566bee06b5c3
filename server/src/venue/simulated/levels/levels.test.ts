import { REFERENCE_COMMODITIES } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { levelOf, UNDERLYINGS } from '#venue/simulated/levels/index.ts';
import { ANCHOR_DATE, ANCHOR_MS, type Figure, LEVEL_SOURCES } from '#venue/simulated/levels/level.ts';

const FIGURES = UNDERLYINGS.flatMap(({ code, seedLevel, volAnnual, curvePctPerMonth, markets }) => {
  const own: [string, Figure][] = [
    [`${code} level`, seedLevel],
    [`${code} volatility`, volAnnual],
    [`${code} curve`, curvePctPerMonth],
  ];
  const ofMarkets = Object.entries(markets).flatMap(([market, { spreadTicks, topLots, dailyLots }]) => [
    [`${market} spread`, spreadTicks] as [string, Figure],
    [`${market} top`, topLots] as [string, Figure],
    [`${market} volume`, dailyLots] as [string, Figure],
  ]);
  return [...own, ...ofMarkets];
});

describe('market levels', () => {
  test('exist for every reference commodity, and for no other', () => {
    const priced = UNDERLYINGS.flatMap(({ markets }) => Object.keys(markets)).sort();
    expect(priced).toEqual(REFERENCE_COMMODITIES.map(({ commodity }) => commodity.code).sort());
    expect(levelOf('GCE')).toBeUndefined();
  });

  test('leave every underlying a part of its own beside the shared loadings', () => {
    for (const { code, loadings } of UNDERLYINGS) {
      const shared = Object.values(loadings).reduce((sum, loading) => sum + loading * loading, 0);
      expect(shared, code).toBeLessThan(1);
    }
  });

  test('name a known source, unless they are our own judgement', () => {
    for (const [name, [value, kind, source]] of FIGURES) {
      expect(Number.isFinite(value), name).toBe(true);
      if (kind !== 'estimate') expect(source, name).toBeTruthy();
      for (const [key] of source?.matchAll(/\b[sp]-[a-z0-9]+\b/g) ?? [])
        expect(Object.keys(LEVEL_SOURCES)).toContain(key);
    }
  });

  test('are anchored to the evening of the anchor date', () => {
    expect(new Date(ANCHOR_MS).toISOString()).toBe(`${ANCHOR_DATE}T20:00:00.000Z`);
  });
});
