import { expect, test } from 'vitest';
import { sumInWords } from '#i18n/sum-in-words.ts';

test.each([
  [50_000_000n, 'Năm mươi triệu đồng', 'Fifty million dong'],
  [105_005_000n, 'Một trăm lẻ năm triệu năm nghìn đồng', 'One hundred five million five thousand dong'],
  [21_015_000n, 'Hai mươi mốt triệu mười lăm nghìn đồng', 'Twenty-one million fifteen thousand dong'],
])('%s dong', (vnd, vi, en) => {
  expect([sumInWords(vnd, 'vi'), sumInWords(vnd, 'en')]).toEqual([vi, en]);
});
