/** A commodity: everything its delivery months share. Every figure that changes by notice is dated. */

import type { DailyLimitRule } from '#instruments/daily-limit.ts';
import type { Dated } from '#instruments/dated.ts';
import type { Currency } from '#values/money.ts';
import type { PriceGrid } from '#values/price-text.ts';
import type { CommodityGroup, FeeClass, ProductType } from '#values/trading-words.ts';

export interface Commodity {
  readonly code: string;
  readonly nameVi: string;
  readonly nameEn: string;
  readonly group: CommodityGroup;
  readonly productType: ProductType;
  /** `CBOT`, `ICE EU`, `LME` … as MXV lists it. */
  readonly exchange: string;
  readonly feeClass: FeeClass;
  readonly currency: Currency;
  /** Contract size as decimal text, in `sizeUnit`: `"5000"` `"bushel"`. */
  readonly size: string;
  readonly sizeUnit: string;
  readonly priceUnit: string;
  readonly grid: PriceGrid;
  /** Value of one tick of one lot, in minor units of the currency. */
  readonly tickValueMinor: bigint;
  /** The exchange's initial margin for one lot at 100 %, in minor units of the currency. */
  readonly initialMarginMinor: Dated<bigint>;
  /** Absent if the exchange sets none or none is known; null from when it was lifted. */
  readonly dailyLimit?: Dated<DailyLimitRule | null>;
}

/** One delivery month of a commodity. Dates are the exchange's trade dates; null where no rule is known. */
export interface Contract {
  readonly code: string;
  readonly commodityCode: string;
  readonly expiryYear: number;
  readonly expiryMonth: number;
  readonly firstNotificationDate: string | null;
  readonly lastNotificationDate: string | null;
  readonly lastTradeDay: string;
}
