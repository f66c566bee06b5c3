import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as explain from '#preview/explain.ts';
import { FORMULAS, isSign } from '#preview/explain.ts';

const EXPOSURE = { netLots: 3, workingBuyLots: 2, workingSellLots: 0 };

describe('figures and their formulas', () => {
  const all = [
    explain.explainRequired(EXPOSURE, 36_174_600n),
    explain.explainTotalRequired([
      { contractCode: 'ZCEZ26', requiredVnd: 70n },
      { contractCode: 'KCEH27', requiredVnd: 30n },
    ]),
    explain.explainRequiredAfter({ exposure: EXPOSURE, marginPerLotVnd: 36_174_600n, othersVnd: 7n }),
    explain.explainEquity({ cashVnd: 100n, heldVnd: 10n, estimatedProfitVnd: -5n }),
    explain.explainAvailable({ equityVnd: 85n, requiredVnd: 100n }),
    explain.explainAvailableAfter({ equityVnd: 85n, requiredVnd: 60n, feeVnd: 5n }),
    explain.explainRatio({ equityVnd: 85n, requiredVnd: 100n }),
    explain.explainFee(4, 350_000n),
    explain.explainNetLotsAfter(3, -5),
    explain.explainProfit({ netLots: 2, openNotional: 3600 }, 1805, { tickValueMinor: 1250n, rateE4: 261_000_000n }),
    explain.explainWithdrawable({ availableVnd: 50n, cashVnd: 80n, heldVnd: 10n }),
    explain.explainWithdrawable({ availableVnd: 50n, cashVnd: 80n, heldVnd: 10n, leaderShareVnd: 20n }),
    explain.explainShortfall({ equityVnd: 85n, requiredVnd: 100n }, 100),
    explain.explainMaxLots(
      {
        equityVnd: 100_000_000n,
        requiredVnd: 0n,
        exposure: { netLots: 0, workingBuyLots: 0, workingSellLots: 0 },
        marginPerLotVnd: 36_174_600n,
        feeVnd: 350_000n,
        earlierLots: 0,
      },
      'BUY',
      50,
    ),
  ];

  test('every figure is explained, by inputs that its formula names and no others', () => {
    expect(all.map(({ figure }) => figure).sort()).toEqual(Object.keys(FORMULAS).sort());
    for (const { figure, inputs } of all) {
      const named = [...new Set(FORMULAS[figure].filter((part) => !isSign(part)))];
      expect(Object.keys(inputs).sort()).toEqual([...named].sort());
    }
  });

  test.each(all.map((one) => [one.figure, one.value] as const))('%s is %s', (figure, value) => {
    const expected = {
      requiredMargin: 5n * 36_174_600n,
      totalRequired: 100n,
      requiredAfter: 5n * 36_174_600n + 7n,
      equity: 85n,
      availableMargin: -15n,
      availableAfter: 20n,
      marginRatio: 8500n,
      transactionFee: 1_400_000n,
      netLotsAfter: -2,
      estimatedProfit: 10n * 326_250n,
      withdrawable: 50n,
      withdrawableOfCopy: 30n,
      missing: 15n,
      maxLots: 2,
    };
    expect(value).toBe(expected[figure]);
  });
});

test('what is missing, once deposited, reaches the level to the dong', () => {
  const sums = [fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 12n })] as const;
  fc.assert(
    fc.property(...sums, fc.integer({ min: 1, max: 150 }), (equityVnd, requiredVnd, level) => {
      const { value } = explain.explainShortfall({ equityVnd, requiredVnd }, level);
      const reaches = (equity: bigint): boolean => equity * 100n >= requiredVnd * BigInt(level);
      expect(reaches(equityVnd + value)).toBe(true);
      if (value > 0n) expect(reaches(equityVnd + value - 1n)).toBe(false);
    }),
    { seed: 20_261_120 },
  );
});
