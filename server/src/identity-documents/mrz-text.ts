/**
 * Reads the machine-readable zone of cards (three lines of 30) and passports (two of 44) from OCR text. OCR loses and
 * invents fillers and confuses letters with digits, so each line is recognised by its shape and its fields are
 * realigned; then only what a check digit confirms is accepted. The name line has no check digit.
 */
import { parse } from 'mrz';
import { type FieldValues, isName, withoutGaps } from '#identity-documents/card-qr.ts';
import { isoDate } from '#identity-documents/dates.ts';

export interface MrzReading {
  readonly values: FieldValues;
  /** Whether the overall check digit is right too: a single check digit is right by chance one time in ten. */
  readonly isWhole: boolean;
}

/** Characters that OCR may read for a digit. L and K are excluded, because fillers are read as these. */
const D = '[0-9OQDIZSBGT]';
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  ...{ O: '0', Q: '0', D: '0', I: '1', Z: '2', S: '5', B: '8', G: '6', T: '7' },
};

const CARD_FIRST = new RegExp(`[VYU][NMH][MNH](${D}{9})(${D})(${D}{12})[^0-9]{0,4}(${D})[^0-9]*$`);
const CARD_SECOND = new RegExp(`(${D}{6})(${D})([MF<]|[^0-9])(${D}{6})(${D})([VYU][NMH][MNH])[^0-9]*(${D})[^0-9]*$`);
const PASSPORT_FIRST = /P[<KCLA-Z]([A-Z]{3})([A-Z0-9<]{10,})$/;
const PASSPORT_SECOND = new RegExp(`([A-Z0-9<]{9})(${D})([A-Z]{3})(${D}{6})(${D})([MF<])(${D}{6})(${D})(.{4,})$`);

function digits(text = ''): string {
  return text.replace(/[A-Z]/g, (letter) => LOOKS_LIKE[letter] ?? letter);
}

function linesOf(text: string): string[] {
  return text
    .toUpperCase()
    .split('\n')
    .map((line) =>
      line
        .replace(/[«»]/g, '<<')
        .replace(/[‹›]/g, '<')
        .replace(/[^A-Z0-9<]/g, ''),
    )
    .filter((line) => line.length >= 10);
}

/** Weights 7, 3, 1 in turn; letters count from ten, a filler counts zero (ICAO 9303). */
export function checkDigit(text: string): string {
  const sum = [...text].reduce((total, place, index) => {
    const worth = place === '<' ? 0 : Number.parseInt(place, 36);
    return total + worth * ([7, 3, 1][index % 3] ?? 0);
  }, 0);
  return String(sum % 10);
}

/** Undefined if the text contains no MRZ of a Vietnamese citizen card, or no check digit confirms anything. */
export function parseCardMrz(text: string, today: string): MrzReading | undefined {
  const lines = linesOf(text);
  const at = lines.findIndex((line) => CARD_SECOND.test(line));
  const second = CARD_SECOND.exec(lines[at] ?? '');
  const first = lines.map((line) => CARD_FIRST.exec(line)).find((match) => match !== null);
  const [, documentNumber, documentDigit, number, numberDigit] = (first ?? []).map(digits);
  const [, birth, birthDigit, , expiry, expiryDigit, , lastDigit] = (second ?? []).map(digits);
  const sex = /^[MF]$/.exec(second?.[3] ?? '')?.[0] ?? '<';
  const name = nameLine(lines[at + 1] ?? '');
  const result = parse([
    places(first ? `IDVNM${documentNumber}${documentDigit}${number}<<${numberDigit}` : '', 30),
    places(second ? `${birth}${birthDigit}${sex}${expiry}${expiryDigit}VNM` : '', 29) + (lastDigit ?? '<'),
    places(second ? name : '', 30),
  ]).fields;
  const isWhole = isConfirmed(result.compositeCheckDigit) && first !== undefined && second !== null;
  // The line contains the same nine digits twice: they must agree, and a check digit must confirm the number.
  const isNumber =
    number !== undefined &&
    documentNumber !== undefined &&
    number.endsWith(documentNumber) &&
    (isWhole || checkDigit(number) === numberDigit);
  const isBirth = isConfirmed(result.birthDateCheckDigit);
  const values = withoutGaps({
    idNumber: isNumber ? number : undefined,
    dateOfBirth: isBirth ? birthDay(birth, today, isNumber ? number : undefined) : undefined,
    expiryDate: isConfirmed(result.expirationDateCheckDigit) ? expiryDay(expiry) : undefined,
  });
  if (Object.keys(values).length === 0) return undefined;
  return { values: { ...values, ...unchecked(second !== null, 'VNM', sex, name) }, isWhole };
}

/** Undefined if the text contains no passport MRZ, of any country, or no check digit confirms anything. */
export function parsePassportMrz(text: string, today: string): MrzReading | undefined {
  const lines = linesOf(text);
  const at = lines.findIndex((line) => PASSPORT_SECOND.test(line));
  const second = PASSPORT_SECOND.exec(lines[at] ?? '');
  if (!second) return undefined;
  const first = PASSPORT_FIRST.exec(lines[at - 1] ?? '');
  const name = nameLine(first?.[2] ?? '');
  const [, , , country = '', , , sex = '<'] = second;
  const [, , documentDigit, , birth, birthDigit, , expiry, expiryDigit] = second.map(digits);
  const number = passportNumber(second[1] ?? '', documentDigit ?? '');
  const tail = tailOf(second[9] ?? '');
  const result = parse([
    places(`P<${first?.[1] ?? country}${name}`, 44),
    places(`${number}${documentDigit}${country}${birth}${birthDigit}${sex}${expiry}${expiryDigit}${tail}`, 44),
  ]).fields;
  const isWhole = isConfirmed(result.compositeCheckDigit);
  const personal = tail.slice(0, 14).replace(/<+$/, '');
  const isPersonal = isWhole || checkDigit(tail.slice(0, 14)) === tail[14];
  const values = withoutGaps({
    documentNumber: isConfirmed(result.documentNumberCheckDigit) ? number.replace(/<+$/, '') : undefined,
    dateOfBirth: isConfirmed(result.birthDateCheckDigit) ? birthDay(birth, today) : undefined,
    expiryDate: isConfirmed(result.expirationDateCheckDigit) ? expiryDay(expiry) : undefined,
    idNumber: isPersonal && /^\d{12}$/.test(personal) ? personal : undefined,
  });
  if (Object.keys(values).length === 0) return undefined;
  return { values: { ...values, ...unchecked(true, country, sex, name) }, isWhole };
}

/** Fields that no check digit covers, accepted by the shape of their line: nationality, sex and name. */
function unchecked(isThere: boolean, nationality: string, sex: string, name: string): FieldValues {
  const [surname = '', given = ''] = name.split('<<');
  const fullName = `${surname} ${given}`.replaceAll('<', ' ').trim();
  return withoutGaps({
    nationality: isThere ? nationality : undefined,
    sex: sex === '<' ? undefined : sex,
    fullName: isName(fullName) ? fullName : undefined,
  });
}

function isConfirmed(digit: string | null | undefined): boolean {
  return digit !== null && digit !== undefined;
}

function places(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, '<');
}

/**
 * A surname, two fillers, then the other names separated by single fillers. Anything after a second pair is OCR noise.
 */
function nameLine(line: string): string {
  const letters = line.replace(/[0158]/g, (digit) => ({ 0: 'O', 1: 'I', 5: 'S', 8: 'B' })[digit] ?? digit);
  const match = /^<*([A-Z]+(?:<[A-Z]+)*?)<<+(.*)$/.exec(letters);
  if (!match?.[1]) return '';
  const given = (match[2] ?? '')
    .replace(/<[<KLC]{2}.*$/, '')
    .replace(/[KLC]{4,}$/, '')
    .replace(/<+$/, '');
  return given === '' ? match[1] : `${match[1]}<<${given}`;
}

/** Vietnamese passport numbers are a letter and digits; if that reading fits the check digit, it is taken. */
function passportNumber(read: string, digit: string): string {
  const vietnamese = `${read[0]}${digits(read.slice(1)).replace(/[KLCE]$/, '<')}`;
  return /^[A-Z]\d{7}[\d<]$/.test(vietnamese) && checkDigit(vietnamese) === digits(digit) ? vietnamese : read;
}

/** Personal number in fourteen places, its check digit, the overall one. OCR drops fillers, so they are restored. */
function tailOf(read: string): string {
  const match = new RegExp(`^(${D}*)[^0-9]*?(${D}?)(${D})[^0-9]*$`).exec(read);
  if (!match) return '';
  const all = digits(`${match[1]}${match[2]}${match[3]}`);
  const last = all.slice(-1);
  // A twelve-digit number, then its own check digit and the overall one.
  if (all.length === 14) return `${places(all.slice(0, 12), 14)}${all.slice(12)}`;
  if (all.length <= 2) return `${places('', 14)}${all.length === 2 ? all[0] : '<'}${last}`;
  return `${places(all.slice(0, -2), 14)}${all.slice(-2)}`;
}

/**
 * The MRZ omits the century of birth: the id number gives it, otherwise it is the latest one that is not in the future.
 */
function birthDay(text: string | undefined, today: string, idNumber?: string): string | undefined {
  const [year, month, day] = parts(text);
  const century = idNumber ? 1900 + 100 * Math.floor(Number(idNumber[3]) / 2) : undefined;
  const ofThisCentury = isoDate(2000 + year, month, day);
  if (century !== undefined) return isoDate(century + year, month, day);
  return ofThisCentury !== undefined && ofThisCentury <= today ? ofThisCentury : isoDate(1900 + year, month, day);
}

function expiryDay(text: string | undefined): string | undefined {
  const [year, month, day] = parts(text);
  return isoDate(2000 + year, month, day);
}

function parts(text = ''): [number, number, number] {
  return [Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6))];
}
