/** What is wrong with a field of an application, with its numbers. */
import type { RegistrationField, RegistrationFields } from '@mua/contract/entities/registration';
import type { TFunction } from 'i18next';
import { isErrorCode } from '#i18n/error-text.ts';

const DATES: ReadonlySet<string> = new Set(['dateOfBirth', 'issueDate', 'expiryDate', 'licenceDate']);

export function faultText(t: TFunction, field: RegistrationField, fault: string, fields: RegistrationFields): string {
  if (isErrorCode(fault)) return t(($) => $.errors[fault]);
  const count = (fields[field] ?? '').length;
  if (fault === 'FORMAT') {
    if (DATES.has(field)) return t(($) => $.application.fault.date);
    if (field === 'idNumber' && fields.documentType === 'PASSPORT') return t(($) => $.application.fault.passport);
    if (field === 'idNumber') return t(($) => $.application.fault.idNumber, { count });
    if (field === 'licenceNumber' || field === 'taxCode') return t(($) => $.application.fault.tenDigits, { count });
  }
  return t(($) => $.application.fault[fault as 'REQUIRED']);
}
