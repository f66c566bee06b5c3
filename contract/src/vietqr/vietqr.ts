/**
 * VietQR: what a banking app reads from the code of a transfer (EMVCo merchant-presented QR as NAPAS uses it, "QR format
 * for IBFT" v1.5.2). A text of fields, each `id length value`, two digits for id and length; some values hold fields of
 * their own. Written here for transfers to an account only; whatever has the right form and checksum is read.
 */

export interface Transfer {
  /** Of the receiving bank: six digits. */
  readonly bin: string;
  readonly accountNumber: string;
  /** Null: whoever pays types it. */
  readonly amountVnd: bigint | null;
  /** Plain ASCII, '' for none: banks' apps lose anything else. */
  readonly memo: string;
}

const FIELD = {
  format: '00',
  initiation: '01',
  receiver: '38',
  currency: '53',
  amount: '54',
  country: '58',
  more: '62',
  checksum: '63',
} as const;
const OF_RECEIVER = { network: '00', account: '01', service: '02' } as const;
const OF_ACCOUNT = { bin: '00', number: '01' } as const;
const OF_MORE = { purpose: '08' } as const;

const NAPAS = 'A000000727';
/** Transfer between banks, to an account. */
const TO_ACCOUNT = 'QRIBFTTA';
const DONG = '704';
const VIETNAM = 'VN';
/** A code for anybody, any number of times; and one for this payment. */
const STATIC = '11';
const DYNAMIC = '12';

export const VIETQR_MEMO_MAX = 25;
const CHECKSUM_DIGITS = 4;
const ASCII = /^[ -~]*$/;

/** Throws on what no code can hold: a caller's bug, not a user's. */
export function vietQrText({ bin, accountNumber, amountVnd, memo }: Transfer): string {
  if (!/^\d{6}$/.test(bin)) throw new Error(`${bin} is no bank's number`);
  if (!/^[A-Za-z0-9]{1,19}$/.test(accountNumber)) throw new Error(`${accountNumber} is no account number`);
  if (memo.length > VIETQR_MEMO_MAX || !ASCII.test(memo)) throw new Error(`${memo} is no memo of a code`);
  if (amountVnd !== null && (amountVnd <= 0n || amountVnd.toString().length > 13))
    throw new Error(`${amountVnd} is no sum of a code`);
  const account = field(OF_ACCOUNT.bin, bin) + field(OF_ACCOUNT.number, accountNumber);
  const receiver =
    field(OF_RECEIVER.network, NAPAS) + field(OF_RECEIVER.account, account) + field(OF_RECEIVER.service, TO_ACCOUNT);
  const text = [
    field(FIELD.format, '01'),
    field(FIELD.initiation, amountVnd === null ? STATIC : DYNAMIC),
    field(FIELD.receiver, receiver),
    field(FIELD.currency, DONG),
    amountVnd === null ? '' : field(FIELD.amount, amountVnd.toString()),
    field(FIELD.country, VIETNAM),
    memo === '' ? '' : field(FIELD.more, field(OF_MORE.purpose, memo)),
    headOf(FIELD.checksum, CHECKSUM_DIGITS),
  ].join('');
  return text + checksumOf(text);
}

/** Null for anything that is not a whole code of a transfer to an account. */
export function readVietQr(text: string): Transfer | null {
  if (!ASCII.test(text)) return null;
  const head = text.slice(0, -CHECKSUM_DIGITS);
  if (!head.endsWith(headOf(FIELD.checksum, CHECKSUM_DIGITS))) return null;
  if (checksumOf(head) !== text.slice(-CHECKSUM_DIGITS).toUpperCase()) return null;
  const fields = fieldsOf(text);
  const receiver = fieldsOf(fields?.get(FIELD.receiver));
  const account = fieldsOf(receiver?.get(OF_RECEIVER.account));
  if (fields?.get(FIELD.format) !== '01' || fields.get(FIELD.currency) !== DONG) return null;
  if (receiver?.get(OF_RECEIVER.network) !== NAPAS || receiver.get(OF_RECEIVER.service) !== TO_ACCOUNT) return null;
  const [bin, accountNumber] = [account?.get(OF_ACCOUNT.bin), account?.get(OF_ACCOUNT.number)];
  if (!bin || !accountNumber) return null;
  const amount = /^(\d{1,13})(?:\.0{1,2})?$/.exec(fields.get(FIELD.amount) ?? '')?.[1];
  if (fields.has(FIELD.amount) && amount === undefined) return null;
  const more = fields.has(FIELD.more) ? fieldsOf(fields.get(FIELD.more)) : new Map<string, string>();
  if (!more) return null;
  return {
    bin,
    accountNumber,
    amountVnd: amount === undefined ? null : BigInt(amount),
    memo: more.get(OF_MORE.purpose) ?? '',
  };
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, from 0xFFFF) over an ASCII text, as four capital hex digits. */
export function checksumOf(text: string): string {
  let crc = 0xffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(CHECKSUM_DIGITS, '0');
}

function field(id: string, value: string): string {
  return headOf(id, value.length) + value;
}

function headOf(id: string, length: number): string {
  return id + String(length).padStart(2, '0');
}

/** By id; undefined where a length lies, an id comes twice, or there is no text. */
function fieldsOf(text: string | undefined): ReadonlyMap<string, string> | undefined {
  if (text === undefined) return undefined;
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const [head, id = '', length = ''] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (head === undefined || value.length !== Number(length) || fields.has(id)) return undefined;
    fields.set(id, value);
    at += 4 + value.length;
  }
  return fields;
}
