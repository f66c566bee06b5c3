/**
 * Finds fields in the printed text of a card or passport: what stands behind a label, or on the line below it. Labels are
 * compared without accents, because OCR loses some; values keep those that it read. It is the last resort, for what
 * neither the QR code nor the check digits said.
 */
import { type FieldValues, isName, readSex, withoutGaps } from '#identity-documents/card-qr.ts';
import { isoDate } from '#identity-documents/dates.ts';
import { plainText, withoutAccents } from '#identity-documents/names.ts';

interface Line {
  readonly text: string;
  readonly bare: string;
}

const LABELS = {
  fullName: /FULL ?NAME|HO VA TEN|TEN KHAI SINH/,
  birth: /DATE OF BIRTH|NGAY SINH|NAM SINH/,
  sex: /GIOI TINH|\/ ?SEX/,
  origin: /PLACE OF ORIGIN|QUE QUAN|PLACE OF BIRTH|NOI SINH|KHAI SINH ?\//,
  residence: /OF RESIDENCE|NOI THUONG TRU|NOI CU TRU/,
  expiry: /EXPIRY|GIA TRI DEN|HET HAN/,
  issued: /DATE OF ISSUE|DATE, MONTH, YEAR|NAM CAP|NGAY CAP/,
  others: /PERSONAL IDENT|DAC DIEM|NATIONALITY|QUOC TICH|MINISTRY|BO CONG AN|NOI CAP|PLACE OF ISSUE|PASSPORT|IDVNM|<</,
} as const;
const ANY_LABEL = new RegExp(Object.values(LABELS).map(({ source }) => source).join('|'));

/** Who issues, by what OCR makes of any part of it: written as its own papers write it. */
const ISSUERS: readonly (readonly [RegExp, string])[] = [
  [/TRAT TU XA HOI|POLICE DEPARTMENT|CUC CANH SAT/, 'Cục Cảnh sát quản lý hành chính về trật tự xã hội'],
  [/XUAT NHAP CANH|IMMIGRATION/, 'Cục Quản lý xuất nhập cảnh'],
  [/BO CONG AN|PUBLIC SECURITY/, 'Bộ Công an'],
];

/** Of one side, lines as OCR gave them. */
export function parsePrintedText(text: string): FieldValues {
  const lines = text
    .split('\n')
    .map(plainText)
    .filter((line) => line !== '')
    .map((line) => ({ text: line, bare: withoutAccents(line) }));
  const all = lines.map(({ bare }) => bare).join('\n');
  return withoutGaps({
    idNumber: /(?<!\d)\d{12}(?!\d)/.exec(all.replace(/(?<=\d) (?=\d)/g, ''))?.[0],
    documentNumber: /\b[A-Z]\d{7,8}\b/.exec(all)?.[0],
    fullName: findName(lines),
    dateOfBirth: findDay(lines, LABELS.birth),
    sex: findSex(lines),
    nationality: /(NATIONALITY|QUOC TICH)[^]{0,40}?VIET ?NAM/.test(all) ? 'VNM' : undefined,
    permanentAddress: findAddress(lines),
    expiryDate: findDay(lines, LABELS.expiry),
    issueDate: findDay(lines, LABELS.issued),
    issuePlace: ISSUERS.find(([pattern]) => pattern.test(all))?.[1],
  });
}

/** Names are printed in capitals, on the label's line or below it. */
function findName(lines: readonly Line[]): string | undefined {
  const at = lines.findIndex(({ bare }) => LABELS.fullName.test(bare));
  if (at === -1) return undefined;
  return [behindLabel(lines[at]), ...lines.slice(at + 1, at + 4).map(({ text }) => text)]
    .map((text) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .find((text) => isName(text) && text === text.toUpperCase() && /^\S{1,7}( \S{1,7})+$/u.test(text));
}

function findDay(lines: readonly Line[], label: RegExp): string | undefined {
  const at = lines.findIndex(({ bare }) => label.test(bare));
  if (at === -1) return undefined;
  for (const { bare } of lines.slice(at, at + 3)) {
    const match = /(?<!\d)(\d{2})\s?[/.I|-]\s?(\d{2})\s?[/.I|-]\s?(\d{4})(?!\d)/.exec(bare);
    if (match) return isoDate(Number(match[3]), Number(match[2]), Number(match[1]));
  }
  return undefined;
}

/** Up to the label of nationality, which shares its line: Việt Nam is no sex. */
function findSex(lines: readonly Line[]): string | undefined {
  const at = lines.findIndex(({ bare }) => LABELS.sex.test(bare));
  if (at === -1) return undefined;
  const behind = lines.slice(at, at + 2).map(({ text, bare }) => {
    const from = Math.max(bare.indexOf('SEX') + 3, bare.indexOf('GIOI TINH') + 9);
    const to = bare.search(/QUOC TICH|NATIONALITY/);
    return text.slice(from > 8 || bare.includes('SEX') ? from : 0, to === -1 ? undefined : to);
  });
  const words = behind.join(' ').split(/[^\p{L}]+/u);
  return words.map(readSex).find((sex) => sex !== undefined);
}

/** All that follows the label until another one: an address takes one to three lines. */
function findAddress(lines: readonly Line[]): string | undefined {
  const at = lines.findIndex(({ bare }) => LABELS.residence.test(bare));
  if (at === -1) return undefined;
  const parts = [behindLabel(lines[at])];
  for (const { text, bare } of lines.slice(at + 1, at + 4)) {
    if (ANY_LABEL.test(bare) || !/\p{L}{2}/u.test(text)) break;
    parts.push(text);
  }
  const address = plainText(parts.join(' ')).replace(/^[^\p{L}\d]+|[^\p{L}\d)]+$/gu, '');
  return address.length > 5 ? address : undefined;
}

function behindLabel(line: Line | undefined): string {
  const colon = line?.text.lastIndexOf(':') ?? -1;
  return colon === -1 ? '' : (line?.text.slice(colon + 1) ?? '');
}
