/** Whom the papers of the demo people are made out to: invented, since nobody of them ever applied. */
import type { Party } from '#signed-contracts/paper-facts.ts';

const DEMO_PARTIES: readonly Party[] = [
  {
    ...{ accountNumber: '108C000001', fullName: 'Nguyễn Văn An', dateOfBirth: '1990-02-03', company: null },
    ...{ idNumber: '001090000001', address: '12 Quán Thánh, Phường Ba Đình, Thành phố Hà Nội' },
  },
  {
    ...{ accountNumber: '108C000002', fullName: 'Trần Thị Bình', dateOfBirth: '1992-09-14', company: null },
    ...{ idNumber: '001192000002', address: '5 Hàng Bông, Phường Hoàn Kiếm, Thành phố Hà Nội' },
  },
  {
    ...{ accountNumber: '108C000003', fullName: 'Võ Thị Chi', dateOfBirth: '1985-06-21' },
    ...{ idNumber: '001185000003', address: '88 Láng Hạ, Phường Đống Đa, Thành phố Hà Nội' },
    company: { name: 'Công ty TNHH Nông sản Chi', taxCode: '0109999982', position: 'Giám đốc' },
  },
  {
    ...{ accountNumber: '108C000004', fullName: 'Lê Anh Dũng', dateOfBirth: '1988-11-30', company: null },
    ...{ idNumber: '079088000004', address: '20 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh' },
  },
  {
    ...{ accountNumber: '108C000005', fullName: 'Phạm Thị Em', dateOfBirth: '1995-04-08', company: null },
    ...{ idNumber: '079195000005', address: '7 Nguyễn Trãi, Phường Chợ Quán, Thành phố Hồ Chí Minh' },
  },
];

export function demoPartyOf(investorId: string): Party | undefined {
  return DEMO_PARTIES.find(({ accountNumber }) => accountNumber === investorId);
}
