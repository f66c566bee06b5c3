/**
 * The sources of the reference data, and from when each margin table is in force. Pages of members and exchanges; facts
 * only: each figure in the group files names its page.
 */

import type { Commodity } from '#instruments/commodity.ts';
import type { DailyLimitRule } from '#instruments/daily-limit.ts';
import type { DatedEntry } from '#instruments/dated.ts';
import type { ListingRule } from '#instruments/listing.ts';
import { daysFromCivil } from '#values/civil-date.ts';
import type { Ticks } from '#values/units.ts';

export const SOURCES = {
  'mxv-kq': 'https://mxv.com.vn/giao-dich/ky-quy.html',
  qd411: 'https://hanghoaphaisinh247.vn/muc-ky-quy (decision 411/QD/TGD-MXV)',
  qd51: 'https://giaodich24.vn/kyquy8635 (decision 51/QD/TGD-MXV)',
  vmex22: 'https://vmex.vn/ky-quy-hang-hoa-phai-sinh/',
  vmex2207: 'https://vmex.vn/thong-bao-thay-doi-muc-ky-quy-tu-ngay-11-07-2022 (decision 499)',
  ivcom2203: 'https://ivcom.net/cap-nhat-muc-ky-quy-moi-tai-mxv-09-03-2022/',
  'spec-corn':
    'https://chuphinhcuoicantho.com/giao-dich-ngo-qua-so-giao-dich-hang-hoa-viet-nam (copy of the MXV sheet)',
  'spec-xc': 'https://mxl.vn/en/agricultural/mini-corn.html',
  'spec-soymini': 'https://commodities.fireant.vn/products/Agriculture/9',
  'spec-meal': 'https://thitruonghanghoa.com.vn/kho-dau-tuong',
  'spec-oil': 'https://sanhanghoa24h.com/dac-ta-hop-dong/dau-dau-tuong/ (its tick row is a copy error; tick from lean)',
  'spec-wheat': 'https://www.mxv.com.vn/lua-mi.html',
  'spec-rice': 'https://giaodich24.vn/gao-tho-cbot-6454',
  'cme-known': 'public rule of the CME contract; notice is given the business day before delivery',
  'ice-known': 'public rule of the ICE contract',
  lean: 'QuantConnect/Lean symbol-properties-database.csv @24863901',
  'tvt-hours': 'https://daututvt.com/huong-dan-giao-dich/thoi-gian-giao-dich-2/ (contract months)',
  'vmex-hours': 'https://vmex.vn/thoi-gian-giao-dich-hang-hoa/ (summer hours from 2022-03-28)',
  'lean-hours': 'QuantConnect/Lean market-hours-database @24863901, read for single sessions and early closes',
  'spec-robusta-hours': 'https://hanghoaphaisinh.vn/thoi-gian-giao-dich-hang-hoa/ (summer)',
  brock22: 'https://www.brockreport.com/news/corn-soy-futures-price-limits-expanding.aspx (in force from 2022-05-02)',
  'spec-robusta': 'https://coffeegeography.com/2020/09/18/robusta-coffee-futures/ (ICE sheet)',
  'spec-arabica': 'https://giaodich24.vn/ca-phe-arabica-798',
  'spec-cocoa': 'https://thcx.vn/nguyen-lieu/ca-cao/',
  'spec-sugar': 'https://hitechfinance.vn/duong-us-11/',
  'spec-ws': 'https://giaodich24.vn/duong-trang-5555',
  'spec-cotton': 'https://giaodich24.vn/bong-801',
  'spec-rss3': 'https://mxv.com.vn/hang-hoa/7/cao-su-rss3.html',
  'spec-tsr20': 'https://mxv.com.vn/hang-hoa/nguyen-lieu-cong-nghiep/cao-su-tsr20.html',
  'spec-palm': 'https://mxv.com.vn/hang-hoa/nguyen-lieu-cong-nghiep/dau-co-tho.html',
  'spec-wti': 'https://harami-trade.vn/dau-tho-wti',
  'spec-wtimini': 'https://giaodichdautho.vn/dau-tho-wti-mini.html',
  'spec-wtimicro': 'https://straitsvietnam.com/san-pham/dau-wti-micro/',
  'spec-brent': 'https://mxv.com.vn/hang-hoa/nang-luong/dau-brent.html',
  'spec-brentmini': 'https://giaodich24.vn/dau-brent-mini-ice-singapore-8592',
  'spec-ng': 'https://straitsvietnam.com/en/san-pham/natural-gas/',
  'spec-rbob': 'https://mexdn.vn/san-pham/xang-pha-che/',
  'spec-gasoil': 'https://sanhanghoa.vn/dau-it-luu-huynh/',
  'spec-plat': 'https://harami-trade.vn/bach-kim',
  'spec-silver': 'https://commodities.fireant.vn/products/metal/22',
  'spec-silmicro': 'https://ptsvietnam.vn/san-pham/38/Bac-micro-COMEX',
  'spec-copper':
    'https://harami-trade.vn/dong; sizes of mini and micro follow from the tick values on https://edutrade.vn/en/?p=5285',
  'spec-iron': 'https://straitsvietnam.com/san-pham/quang-sat/',
  'spec-lead': 'https://goldenfinance.vn/chi-lme/',
  'spec-zinc': 'https://vqb.com.vn/san-pham/kem-lme',
  'spec-alu': 'https://www.sfvn-invest.com.vn/en/kim-loai/nhom-lme',
  'lme-cap': 'https://www.capitalfutures.com.tw/en-us/productinformation/contract?area=us-eu&ex=lme',
  'spec-ssc': 'https://en.mxv.com.vn/product/8/lme-steel-scrap.html',
  'spec-pl1': 'https://en.mxv.com.vn/product/8/acm-nano-platinum.html',
  'spec-nsi': 'https://asiacommodity.market/commodity-contracts/nano-metals-contracts/nano-silver-derivatives',
  'trading-rules': 'our own listing where no page gives the months: metals 3, 5, 7, 9, 12; LME each month',
  assumed: 'no source found; the stated default of instruments/listing.ts',
} as const;
export type SourceName = keyof typeof SOURCES;

/** A commodity with its listing rule and the source of each figure. */
export interface ReferenceCommodity {
  readonly commodity: Commodity;
  readonly listing: ListingRule;
  readonly sources: {
    /** Size, unit, tick. */
    readonly terms: SourceName;
    readonly margin: SourceName;
    readonly months: SourceName;
    readonly firstNotice: SourceName | null;
    /** Absent if unknown. */
    readonly lastNotice?: SourceName;
    readonly lastTrade: SourceName;
    /** Absent if no figure is known or none is set. */
    readonly dailyLimit?: SourceName;
  };
}

/** UTC milliseconds of the day on which a table came into force. */
export function effectiveMs(year: number, month: number, day: number): number {
  return daysFromCivil(year, month, day) * 86_400_000;
}

/** Effective dates that the tables state; the page `mxv-kq` is undated and newer than all others. */
const IN_FORCE_FROM_MS = {
  ivcom2203: effectiveMs(2022, 3, 9),
  vmex2207: effectiveMs(2022, 7, 11),
  vmex22: effectiveMs(2022, 11, 21),
  qd51: effectiveMs(2025, 1, 14),
  qd411: effectiveMs(2025, 5, 20),
  'mxv-kq': effectiveMs(2026, 1, 1),
} as const;

/** An initial margin at 100 %, in whole units of the contract's currency, in force from the table's date. */
export function margin(table: keyof typeof IN_FORCE_FROM_MS, units: number): readonly [DatedEntry<bigint>] {
  return [{ fromMs: IN_FORCE_FROM_MS[table], value: BigInt(units) * 100n }];
}

/** Sheets give a limit without a date; it is in force at least since then. */
const UNDATED_LIMIT_MS = effectiveMs(2022, 1, 1);

type DatedLimit = readonly [DatedEntry<DailyLimitRule>];

/** A limit in percent of the settlement price. */
export function percentLimit(percent: number): DatedLimit {
  return [{ fromMs: UNDATED_LIMIT_MS, value: { kind: 'percent', basisPoints: percent * 100 } }];
}

export function tickLimit(ticks: Ticks, fromMs = UNDATED_LIMIT_MS): DatedLimit {
  return [{ fromMs, value: { kind: 'ticks', ticks } }];
}

export const EVERY_MONTH = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
