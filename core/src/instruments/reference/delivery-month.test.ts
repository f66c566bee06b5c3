import { describe, expect, test } from 'vitest';
import { listContracts } from '#instruments/listing.ts';
import { REFERENCE_COMMODITIES } from '#instruments/reference/commodities.ts';
import { deliveryMonthOf } from '#instruments/reference/delivery-month.ts';

describe('a delivery month is read back from its code', () => {
  test.each(REFERENCE_COMMODITIES.map((one) => [one.commodity.code, one] as const))(
    '%s',
    (_, { commodity, listing }) => {
      for (const contract of listContracts(commodity, listing, '2024-02-29', 12)) {
        expect(deliveryMonthOf(contract.code)).toEqual({ commodity, listing, contract });
      }
    },
  );

  test.each(['', 'ZCE', 'ZCEA26', 'ZCEZ', 'NOPEZ26', 'ZCEZ2026'])('%j is none', (text) => {
    expect(deliveryMonthOf(text)).toBeUndefined();
  });
});
