import { expect, test } from 'vitest';
import { places, WHOLE_PROVINCE } from '#registration/places.ts';

function count(scheme: '2025' | 'before'): { provinces: number; districts: number; wards: number } {
  const provinces = places.provinces(scheme);
  const districts = provinces.flatMap(({ id }) =>
    (places.districts(scheme, id) ?? []).map((district) => [id, district.id] as const),
  );
  const wards = districts.flatMap(([province, district]) => places.wards(scheme, province, district) ?? []);
  return { provinces: provinces.length, districts: districts.length, wards: wards.length };
}

test('since July 2025: 34 provinces, their wards directly below, listed as one district each', () => {
  expect(count('2025')).toEqual({ provinces: 34, districts: 34, wards: 3321 });
  const hanoi = places.provinces('2025').find(({ id }) => id === '01');
  expect(hanoi?.name).toEqual({ vi: 'Thành phố Hà Nội', en: 'Ha Noi City' });
  expect(places.districts('2025', '01')).toEqual([{ id: WHOLE_PROVINCE, name: hanoi?.name }]);
  expect(places.wards('2025', '01', WHOLE_PROVINCE)).toContainEqual({
    id: '00004',
    name: { vi: 'Phường Ba Đình', en: 'Ba Dinh Ward' },
  });
});

test('before: 63 provinces, their districts, and each ward once', () => {
  const { provinces, districts, wards } = count('before');
  expect(provinces).toBe(63);
  expect(districts).toBe(693);
  expect(wards).toBeGreaterThan(10_034);
  for (const province of places.provinces('before'))
    for (const district of places.districts('before', province.id) ?? []) {
      const names = (places.wards('before', province.id, district.id) ?? []).map(({ name }) => name.vi);
      expect(names.length).toBeGreaterThan(0);
      expect(new Set(names).size).toBe(names.length);
    }
});

test('numbers follow their unit and are sorted as numbers', () => {
  const districts = places.districts('before', 'thanh-pho-ho-chi-minh')?.map(({ name }) => name.en) ?? [];
  expect(districts).toContain('District 1');
  expect(districts.indexOf('District 3')).toBeLessThan(districts.indexOf('District 10'));
});

test('a printed address includes any level between ward and province', () => {
  expect(places.printed({ scheme: '2025', provinceId: '01', districtId: '', wardId: '00004' })).toBe(
    'Phường Ba Đình, Thành phố Hà Nội',
  );
  const before = { scheme: 'before', provinceId: 'thanh-pho-ho-chi-minh', districtId: 'quan-1' } as const;
  const [ward] = places.wards('before', before.provinceId, before.districtId) ?? [];
  expect(places.printed({ ...before, wardId: ward?.id ?? '' })).toBe(`${ward?.name.vi}, Quận 1, Thành phố Hồ Chí Minh`);
});

test('unknown places are undefined', () => {
  expect(places.districts('2025', '99')).toBeUndefined();
  expect(places.wards('2025', '01', 'quan-1')).toBeUndefined();
  expect(places.wards('before', '01', WHOLE_PROVINCE)).toBeUndefined();
  expect(places.printed({ scheme: '2025', provinceId: '04', districtId: '', wardId: '00004' })).toBeUndefined();
});
