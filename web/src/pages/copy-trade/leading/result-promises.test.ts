/** What a description may not promise is found in both languages, with and without accents, and quoted as it was typed. */
import { expect, test } from 'vitest';
import { promiseIn } from '#pages/copy-trade/leading/result-promises.ts';

test.each([
  ['Vào theo xu hướng. Cam kết lãi 5% mỗi tháng.', /^Cam kết lãi\s+5%/],
  ['cam ket loi nhuan cao', /^cam ket loi nhuan/],
  ['Chiến lược bảo đảm lợi nhuận', /^bảo đảm lợi nhuận$/],
  ['đảm bảo có lãi', /^đảm bảo có lãi$/],
  ['Chắc chắn thắng!', /^Chắc chắn thắng$/],
  ['Lãi cố định 3%', /^Lãi cố định/],
  ['không bao giờ lỗ', /^không bao giờ lỗ$/],
  ['x2 tài khoản sau 1 tháng', /^x2 tài khoản$/],
  ['Guaranteed monthly income', /^Guaranteed$/],
  ['A risk-free strategy', /^risk-free$/],
  ['You can’t go wrong: sure profit', /^sure profit$/],
  ['we never lose', /^never lose$/],
])('%s', (text, quoted) => expect(promiseIn(text)).toMatch(quoted));

test.each([
  'Giao dịch ngô, đậu tương trước và sau báo cáo WASDE. Cắt lỗ 8 bước, giữ tối đa 3 ngày.',
  'Mua Robusta theo lịch thu hoạch, phòng hộ bằng Arabica. Có thể lỗ nhiều tháng liền.',
  'Trend follower on grains. Stops 8 ticks away, held for 3 days at most; losing months are common.',
  'Không cam kết kết quả.',
])('%s promises nothing', (text) => expect(promiseIn(text)).toBeUndefined());
