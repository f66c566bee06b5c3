/** A commodity: what all its delivery months share. */
import { COMMODITY_GROUPS } from '@mua/core/values';
import { z } from 'zod';
import { decimalFormat } from '#entities/contract.ts';
import { commodityCode, contractCode, currencyCode, decimalText, localName, priceText, productType } from '#wire.ts';

export const commodity = z
  .object({
    code: commodityCode,
    name: localName,
    group: z.enum(COMMODITY_GROUPS),
    productType,
    exchange: z.string().max(32),
    currency: currencyCode,
    size: decimalText,
    sizeUnit: z.string().max(32),
    priceUnit: z.string().max(32),
    tickSize: priceText,
    decimalFormat,
    /** Its listed contracts, nearest month first. */
    contractCodes: z.array(contractCode),
  })
  .meta({ id: 'Commodity' });
export type Commodity = z.infer<typeof commodity>;
