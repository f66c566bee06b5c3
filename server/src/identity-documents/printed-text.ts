/**
 * Finds fields in the printed text of a card or passport, behind their label or on the line below it. Labels are
 * compared without accents, because OCR loses some; values keep the accents that were read. This is the last resort,
 * for fields that neither the QR code nor the check digits gave.
 */
import { type FieldValues, isName, readSex, withoutGaps } from '#identity-documents/card-qr.ts';
import { isoDate } from '#identity-documents/dates.ts';
import { plainText, withoutAccents } from '#identity-documents/names.ts';

interface Line {
  readonly text: string;
  /** Capitals without accents. */
  readonly bare: string;
  /** The form in which labels are searched. */
  readonly outline: string;
}

/** Labels as printed, in both languages; any fragment that OCR leaves intact is enough. */
const LABELS = {
  fullName: labels('Full name', 'Họ và tên', 'tên khai sinh'),
  birth: labels('Date of birth', 'Ngày sinh', 'năm sinh'),
  sex: labels('Giới tính', '/ Sex'),
  origin: labels('Place of origin', 'Quê quán', 'Place of birth', 'Nơi sinh', 'đăng ký khai sinh'),
  residence: labels('of residence', 'Nơi thường trú', 'Nơi cư trú'),
  expiry: labels('of expiry', 'giá trị đến', 'hết hạn'),
  issued: labels('Date of issue', 'Date, month, year', 'năm cấp', 'Ngày cấp'),
  nationality: labels('Quốc tịch', 'Nationality'),
  others: labels(
    'Personal ident',
    'Đặc điểm nhận',
    'Ministry of',
    'Bộ Công an',
    'Nơi cấp',
    'Place of issue',
    'IDVNM',
    '<<',
  ),
} as const;
const ANY_LABEL = Object.values(LABELS).flat();

/** Issuing authorities by the fragments that OCR may leave of them, with their official spelling. */
const ISSUERS: readonly (readonly [readonly string[], string])[] = [
  [labels('trật tự xã hội', 'Police Department', 'Cục Cảnh sát'), 'Cục Cảnh sát quản lý hành chính về trật tự xã hội'],
  [labels('xuất nhập cảnh', 'Immigration'), 'Cục Quản lý xuất nhập cảnh'],
  [labels('Bộ Công an', 'Public Security'), 'Bộ Công an'],
];

/**
 * Maps letters that OCR confuses (round ones, vertical strokes) to one, and drops spaces, which it loses just as often.
 */
function outlineOf(text: string): string {
  return withoutAccents(text)
    .replace(/\s+/g, '')
    .replace(/[ADGQ0]/g, 'O')
    .replace(/[1L|]/g, 'I');
}

function labels(...texts: readonly string[]): readonly string[] {
  return texts.map(outlineOf);
}

function has(line: Line, label: readonly string[]): boolean {
  return label.some((part) => line.outline.includes(part));
}

const NATIONAL_OF_VIETNAM = new RegExp(`(${LABELS.nationality.join('|')})[^]{0,30}?${outlineOf('Việt Nam')}`);

/** Parses one side, with its lines as OCR gave them. */
export function parsePrintedText(text: string): FieldValues {
  const lines = text
    .split('\n')
    .map(plainText)
    .filter((line) => line !== '')
    .map((line) => ({ text: line, bare: withoutAccents(line), outline: outlineOf(line) }));
  const all = lines.map(({ bare }) => bare).join('\n');
  const outline = lines.map((line) => line.outline).join('');
  return withoutGaps({
    idNumber: /(?<!\d)\d{12}(?!\d)/.exec(all.replace(/(?<=\d) (?=\d)/g, ''))?.[0],
    documentNumber: /\b[A-Z]\d{7,8}\b/.exec(all)?.[0],
    fullName: findName(lines),
    dateOfBirth: findDay(lines, LABELS.birth),
    sex: findSex(lines),
    nationality: NATIONAL_OF_VIETNAM.test(outline) ? 'VNM' : undefined,
    permanentAddress: findAddress(lines),
    expiryDate: findDay(lines, LABELS.expiry),
    issueDate: findDay(lines, LABELS.issued),
    issuePlace: ISSUERS.find(([parts]) => parts.some((part) => outline.includes(part)))?.[1],
  });
}

/** Names are printed in capitals, on the label's line or below it. */
function findName(lines: readonly Line[]): string | undefined {
  const at = lines.findIndex((line) => has(line, LABELS.fullName));
  if (at === -1) return undefined;
  return [behindLabel(lines[at]), ...lines.slice(at + 1, at + 4).map(({ text }) => text)]
    .map((text) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .find((text) => isName(text) && text === text.toUpperCase() && /^\S{1,7}( \S{1,7})+$/u.test(text));
}

function findDay(lines: readonly Line[], label: readonly string[]): string | undefined {
  const at = lines.findIndex((line) => has(line, label));
  if (at === -1) return undefined;
  for (const [below, line] of lines.slice(at, at + 3).entries()) {
    // The date behind another label is a different date.
    if (below > 0 && has(line, ANY_LABEL)) return undefined;
    const match = /(?<!\d)(\d{2})\s?[/.I|-]\s?(\d{2})\s?[/.I|-]\s?(\d{4})(?!\d)/.exec(line.bare);
    if (match) return isoDate(Number(match[3]), Number(match[2]), Number(match[1]));
  }
  return undefined;
}

/** A separate word on the label's line or the next. The Nam of Việt Nam, on the same line, is not a sex. */
function findSex(lines: readonly Line[]): string | undefined {
  const at = lines.findIndex((line) => has(line, LABELS.sex));
  if (at === -1) return undefined;
  const words = lines
    .slice(at, at + 2)
    .flatMap(({ text }) => text.replace(/vi\S{1,3}\s*nam/giu, '').split(/[^\p{L}]+/u));
  return words.map(readSex).find((sex) => sex !== undefined);
}

/** Everything after the label up to the next one: an address takes one to three lines. */
function findAddress(lines: readonly Line[]): string | undefined {
  const at = lines.findIndex((line) => has(line, LABELS.residence));
  if (at === -1) return undefined;
  const parts = [behindLabel(lines[at])];
  for (const line of lines.slice(at + 1, at + 4)) {
    if (has(line, ANY_LABEL) || !/\p{L}{2}/u.test(line.text)) break;
    parts.push(line.text);
  }
  const address = plainText(parts.join(' ')).replace(/^[^\p{L}\d]+|[^\p{L}\d)]+$/gu, '');
  return address.length > 5 ? address : undefined;
}

function behindLabel(line: Line | undefined): string {
  const colon = line?.text.lastIndexOf(':') ?? -1;
  return colon === -1 ? '' : (line?.text.slice(colon + 1) ?? '');
}
