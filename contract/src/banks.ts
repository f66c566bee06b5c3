/**
 * The banks that money can be sent to within Vietnam: those that NAPAS connects for fast transfers to an account, of the
 * credit institutions licensed by the State Bank. Single public facts, as of November 2025.
 *
 * - BIN: the acquirer number in a VietQR code, as NAPAS assigns it and api.vietqr.io/v2/banks publishes it.
 * - Code and short name: as the bank signs its VietQR codes.
 * - Names: the State Bank's list of credit institutions (sbv.gov.vn), and how the bank calls itself in English.
 */
export interface BankFact {
  readonly code: string;
  readonly bin: string;
  readonly shortName: string;
  readonly nameVi: string;
  readonly nameEn: string;
}

/** The largest first, as a reader expects them. */
export const BANKS: readonly BankFact[] = [
  {
    code: 'VCB',
    bin: '970436',
    shortName: 'Vietcombank',
    nameVi: 'Ngân hàng TMCP Ngoại thương Việt Nam',
    nameEn: 'Joint Stock Commercial Bank for Foreign Trade of Vietnam',
  },
  {
    code: 'ICB',
    bin: '970415',
    shortName: 'VietinBank',
    nameVi: 'Ngân hàng TMCP Công Thương Việt Nam',
    nameEn: 'Vietnam Joint Stock Commercial Bank for Industry and Trade',
  },
  {
    code: 'BIDV',
    bin: '970418',
    shortName: 'BIDV',
    nameVi: 'Ngân hàng TMCP Đầu tư và Phát triển Việt Nam',
    nameEn: 'Joint Stock Commercial Bank for Investment and Development of Vietnam',
  },
  {
    code: 'VBA',
    bin: '970405',
    shortName: 'Agribank',
    nameVi: 'Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam',
    nameEn: 'Vietnam Bank for Agriculture and Rural Development',
  },
  {
    code: 'TCB',
    bin: '970407',
    shortName: 'Techcombank',
    nameVi: 'Ngân hàng TMCP Kỹ Thương Việt Nam',
    nameEn: 'Vietnam Technological and Commercial Joint Stock Bank',
  },
  {
    code: 'MB',
    bin: '970422',
    shortName: 'MB Bank',
    nameVi: 'Ngân hàng TMCP Quân đội',
    nameEn: 'Military Commercial Joint Stock Bank',
  },
  {
    code: 'ACB',
    bin: '970416',
    shortName: 'ACB',
    nameVi: 'Ngân hàng TMCP Á Châu',
    nameEn: 'Asia Commercial Joint Stock Bank',
  },
  {
    code: 'VPB',
    bin: '970432',
    shortName: 'VPBank',
    nameVi: 'Ngân hàng TMCP Việt Nam Thịnh Vượng',
    nameEn: 'Vietnam Prosperity Joint Stock Commercial Bank',
  },
  {
    code: 'TPB',
    bin: '970423',
    shortName: 'TPBank',
    nameVi: 'Ngân hàng TMCP Tiên Phong',
    nameEn: 'Tien Phong Commercial Joint Stock Bank',
  },
  {
    code: 'STB',
    bin: '970403',
    shortName: 'Sacombank',
    nameVi: 'Ngân hàng TMCP Sài Gòn Thương Tín',
    nameEn: 'Saigon Thuong Tin Commercial Joint Stock Bank',
  },
  {
    code: 'HDB',
    bin: '970437',
    shortName: 'HDBank',
    nameVi: 'Ngân hàng TMCP Phát triển TP. Hồ Chí Minh',
    nameEn: 'Ho Chi Minh City Development Joint Stock Commercial Bank',
  },
  {
    code: 'VIB',
    bin: '970441',
    shortName: 'VIB',
    nameVi: 'Ngân hàng TMCP Quốc tế Việt Nam',
    nameEn: 'Vietnam International Commercial Joint Stock Bank',
  },
  {
    code: 'SHB',
    bin: '970443',
    shortName: 'SHB',
    nameVi: 'Ngân hàng TMCP Sài Gòn – Hà Nội',
    nameEn: 'Saigon – Hanoi Commercial Joint Stock Bank',
  },
  {
    code: 'EIB',
    bin: '970431',
    shortName: 'Eximbank',
    nameVi: 'Ngân hàng TMCP Xuất Nhập khẩu Việt Nam',
    nameEn: 'Vietnam Export Import Commercial Joint Stock Bank',
  },
  {
    code: 'MSB',
    bin: '970426',
    shortName: 'MSB',
    nameVi: 'Ngân hàng TMCP Hàng Hải Việt Nam',
    nameEn: 'Vietnam Maritime Commercial Joint Stock Bank',
  },
  {
    code: 'SEAB',
    bin: '970440',
    shortName: 'SeABank',
    nameVi: 'Ngân hàng TMCP Đông Nam Á',
    nameEn: 'Southeast Asia Commercial Joint Stock Bank',
  },
  {
    code: 'OCB',
    bin: '970448',
    shortName: 'OCB',
    nameVi: 'Ngân hàng TMCP Phương Đông',
    nameEn: 'Orient Commercial Joint Stock Bank',
  },
  {
    code: 'LPB',
    bin: '970449',
    shortName: 'LPBank',
    nameVi: 'Ngân hàng TMCP Lộc Phát Việt Nam',
    nameEn: 'Fortune Vietnam Joint Stock Commercial Bank',
  },
  {
    code: 'SCB',
    bin: '970429',
    shortName: 'SCB',
    nameVi: 'Ngân hàng TMCP Sài Gòn',
    nameEn: 'Saigon Commercial Joint Stock Bank',
  },
  {
    code: 'ABB',
    bin: '970425',
    shortName: 'ABBank',
    nameVi: 'Ngân hàng TMCP An Bình',
    nameEn: 'An Binh Commercial Joint Stock Bank',
  },
  {
    code: 'NAB',
    bin: '970428',
    shortName: 'Nam A Bank',
    nameVi: 'Ngân hàng TMCP Nam Á',
    nameEn: 'Nam A Commercial Joint Stock Bank',
  },
  {
    code: 'BAB',
    bin: '970409',
    shortName: 'Bac A Bank',
    nameVi: 'Ngân hàng TMCP Bắc Á',
    nameEn: 'Bac A Commercial Joint Stock Bank',
  },
  {
    code: 'VAB',
    bin: '970427',
    shortName: 'VietABank',
    nameVi: 'Ngân hàng TMCP Việt Á',
    nameEn: 'Vietnam Asia Commercial Joint Stock Bank',
  },
  {
    code: 'VIETBANK',
    bin: '970433',
    shortName: 'Vietbank',
    nameVi: 'Ngân hàng TMCP Việt Nam Thương Tín',
    nameEn: 'Vietnam Thuong Tin Commercial Joint Stock Bank',
  },
  {
    code: 'VCCB',
    bin: '970454',
    shortName: 'BVBank',
    nameVi: 'Ngân hàng TMCP Bản Việt',
    nameEn: 'Viet Capital Commercial Joint Stock Bank',
  },
  {
    code: 'KLB',
    bin: '970452',
    shortName: 'KienlongBank',
    nameVi: 'Ngân hàng TMCP Kiên Long',
    nameEn: 'Kien Long Commercial Joint Stock Bank',
  },
  {
    code: 'PGB',
    bin: '970430',
    shortName: 'PGBank',
    nameVi: 'Ngân hàng TMCP Thịnh vượng và Phát triển',
    nameEn: 'Prosperity and Growth Commercial Joint Stock Bank',
  },
  {
    code: 'PVCB',
    bin: '970412',
    shortName: 'PVcomBank',
    nameVi: 'Ngân hàng TMCP Đại Chúng Việt Nam',
    nameEn: 'Vietnam Public Joint Stock Commercial Bank',
  },
  {
    code: 'NCB',
    bin: '970419',
    shortName: 'NCB',
    nameVi: 'Ngân hàng TMCP Quốc Dân',
    nameEn: 'National Citizen Commercial Joint Stock Bank',
  },
  {
    code: 'BVB',
    bin: '970438',
    shortName: 'BaoViet Bank',
    nameVi: 'Ngân hàng TMCP Bảo Việt',
    nameEn: 'Bao Viet Joint Stock Commercial Bank',
  },
  {
    code: 'SGICB',
    bin: '970400',
    shortName: 'Saigonbank',
    nameVi: 'Ngân hàng TMCP Sài Gòn Công Thương',
    nameEn: 'Saigon Bank for Industry and Trade',
  },
  {
    code: 'COOPBANK',
    bin: '970446',
    shortName: 'Co-opBank',
    nameVi: 'Ngân hàng Hợp tác xã Việt Nam',
    nameEn: 'Co-operative Bank of Vietnam',
  },
  {
    code: 'MBV',
    bin: '970414',
    shortName: 'MBV',
    nameVi: 'Ngân hàng TNHH MTV Việt Nam Hiện Đại',
    nameEn: 'Modern Bank of Vietnam Limited',
  },
  {
    code: 'GPB',
    bin: '970408',
    shortName: 'GPBank',
    nameVi: 'Ngân hàng TNHH MTV Kỷ Nguyên Thịnh Vượng',
    nameEn: 'Global Petro Bank Limited',
  },
  {
    code: 'DOB',
    bin: '970406',
    shortName: 'Vikki Bank',
    nameVi: 'Ngân hàng TNHH MTV Số Vikki',
    nameEn: 'Vikki Digital Bank Limited',
  },
  {
    code: 'CBB',
    bin: '970444',
    shortName: 'VCBNeo',
    nameVi: 'Ngân hàng TNHH MTV Ngoại thương Công nghệ số',
    nameEn: 'Digital Technology Foreign Trade Bank Limited',
  },
  {
    code: 'SHBVN',
    bin: '970424',
    shortName: 'Shinhan Bank',
    nameVi: 'Ngân hàng TNHH MTV Shinhan Việt Nam',
    nameEn: 'Shinhan Bank Vietnam Limited',
  },
  {
    code: 'WVN',
    bin: '970457',
    shortName: 'Woori Bank',
    nameVi: 'Ngân hàng TNHH MTV Woori Việt Nam',
    nameEn: 'Woori Bank Vietnam Limited',
  },
  {
    code: 'UOB',
    bin: '970458',
    shortName: 'UOB',
    nameVi: 'Ngân hàng TNHH MTV United Overseas Bank (Việt Nam)',
    nameEn: 'United Overseas Bank (Vietnam) Limited',
  },
  {
    code: 'HLBVN',
    bin: '970442',
    shortName: 'Hong Leong Bank',
    nameVi: 'Ngân hàng TNHH MTV Hong Leong Việt Nam',
    nameEn: 'Hong Leong Bank Vietnam Limited',
  },
  {
    code: 'PBVN',
    bin: '970439',
    shortName: 'Public Bank',
    nameVi: 'Ngân hàng TNHH MTV Public Việt Nam',
    nameEn: 'Public Bank Vietnam Limited',
  },
  {
    code: 'SCVN',
    bin: '970410',
    shortName: 'Standard Chartered',
    nameVi: 'Ngân hàng TNHH MTV Standard Chartered (Việt Nam)',
    nameEn: 'Standard Chartered Bank (Vietnam) Limited',
  },
  {
    code: 'HSBC',
    bin: '458761',
    shortName: 'HSBC',
    nameVi: 'Ngân hàng TNHH MTV HSBC (Việt Nam)',
    nameEn: 'HSBC Bank (Vietnam) Limited',
  },
  {
    code: 'CIMB',
    bin: '422589',
    shortName: 'CIMB',
    nameVi: 'Ngân hàng TNHH MTV CIMB Việt Nam',
    nameEn: 'CIMB Bank (Vietnam) Limited',
  },
  {
    code: 'IVB',
    bin: '970434',
    shortName: 'Indovina Bank',
    nameVi: 'Ngân hàng TNHH Indovina',
    nameEn: 'Indovina Bank Limited',
  },
  {
    code: 'VRB',
    bin: '970421',
    shortName: 'VRB',
    nameVi: 'Ngân hàng Liên doanh Việt – Nga',
    nameEn: 'Vietnam – Russia Joint Venture Bank',
  },
];

const BY_CODE = new Map(BANKS.map((bank) => [bank.code, bank]));

export function bankOf(code: string): BankFact | undefined {
  return BY_CODE.get(code);
}
