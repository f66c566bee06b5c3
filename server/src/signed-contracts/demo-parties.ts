/** What papers say of the demo people beside their names: invented, since nobody of them ever applied. */

export interface DemoParty {
  readonly dateOfBirth: string;
  readonly idNumber: string;
  readonly address: string;
  /** Of a business: who signs for it. */
  readonly representative?: { readonly fullName: string; readonly taxCode: string; readonly position: string };
}

/** By account number. */
const DEMO_PARTIES: Readonly<Record<string, DemoParty>> = {
  '108C000001': {
    ...{ dateOfBirth: '1990-02-03', idNumber: '001090000001' },
    address: '12 Quán Thánh, Phường Ba Đình, Thành phố Hà Nội',
  },
  '108C000002': {
    ...{ dateOfBirth: '1992-09-14', idNumber: '001192000002' },
    address: '5 Hàng Bông, Phường Hoàn Kiếm, Thành phố Hà Nội',
  },
  '108C000003': {
    ...{ dateOfBirth: '1985-06-21', idNumber: '001185000003' },
    address: '88 Láng Hạ, Phường Đống Đa, Thành phố Hà Nội',
    representative: { fullName: 'Võ Thị Chi', taxCode: '0109999982', position: 'Giám đốc' },
  },
  '108C000004': {
    ...{ dateOfBirth: '1988-11-30', idNumber: '079088000004' },
    address: '20 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh',
  },
  '108C000005': {
    ...{ dateOfBirth: '1995-04-08', idNumber: '079195000005' },
    address: '7 Nguyễn Trãi, Phường Chợ Quán, Thành phố Hồ Chí Minh',
  },
};

export function demoPartyOf(investorId: string): DemoParty | undefined {
  return DEMO_PARTIES[investorId];
}
