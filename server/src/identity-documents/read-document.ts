/**
 * Reads the pictures of one document: the QR code, then the machine-readable zone, then printed text for the missing
 * fields. Each result is reported at once, so that a reading that runs out of time keeps what it has.
 */
import { parseCardQr } from '#identity-documents/card-qr.ts';
import { combineEvidence, type DocumentKind, type Evidence } from '#identity-documents/combine-evidence.ts';
import type { DocumentReading, FieldName } from '#identity-documents/document-reading.ts';
import { type LevelPicture, levelPicture, type Part, renderPart } from '#identity-documents/level-picture.ts';
import { parseCardMrz, parsePassportMrz } from '#identity-documents/mrz-text.ts';
import { QR_TRIES, readQrCodes } from '#identity-documents/qr-code.ts';
import type { Recognised, Recogniser } from '#identity-documents/text-recognition.ts';

/** Width at which capitals of the MRZ are about thirty pixels high, from the letter size of a card and a passport. */
const ZONE_WIDTH: Readonly<Record<DocumentKind, number>> = { ID_CARD: 1_050, PASSPORT: 1_500 };
/**
 * Slightly blurred, because sharp edges make runs of fillers vanish; then larger and smaller, in case the outline was
 * wrong.
 */
const ZONE_TRIES = [
  { scale: 1, blur: 0.6 },
  { scale: 0.8, blur: 0.6 },
  { scale: 1.25, blur: 0.8 },
  { scale: 1, blur: 1.2 },
];
const ZONE: Readonly<Record<DocumentKind, Part>> = {
  ID_CARD: { left: 0, top: 0.62, right: 1, bottom: 1 },
  PASSPORT: { left: 0, top: 0.74, right: 1, bottom: 1 },
};
const TEXT_WIDTH = 1_400;
/** The area beside the portrait; a card prints its expiry date below it. */
const BESIDE_PORTRAIT: Part = { left: 0.29, top: 0.3, right: 1, bottom: 1 };
const BELOW_PORTRAIT: Part = { left: 0, top: 0.78, right: 0.31, bottom: 1 };
const ABOVE_ZONE: Part = { left: 0, top: 0, right: 1, bottom: 0.66 };
const WHOLE_PAGE: Part = { left: 0.28, top: 0.08, right: 1, bottom: 0.76 };

/** Fields that are printed on the front only. */
const OF_FRONT: readonly FieldName[] = ['idNumber', 'fullName', 'dateOfBirth', 'sex', 'nationality'];

export interface ReadingRequest {
  readonly kind: DocumentKind;
  /** An ISO date in Vietnam. */
  readonly today: string;
}

/** Recognisers are started while codes are being searched for. */
export interface Recognisers {
  readonly zone: Promise<Recogniser>;
  readonly text: Promise<Recogniser>;
}

/** Calls `tell` with each piece of evidence as it is found. */
export async function readDocument(
  request: ReadingRequest,
  pictures: readonly Buffer[],
  recognisers: Recognisers,
  tell: (piece: Evidence) => Promise<void>,
): Promise<void> {
  const notes = createNotes(request, tell);
  if (request.kind === 'ID_CARD') await readCard(pictures, recognisers, notes);
  else await readPassport(pictures, recognisers, notes);
}

interface Notes extends ReadingRequest {
  add(evidence: Evidence): Promise<void>;
  reading(): DocumentReading;
}

function createNotes({ kind, today }: ReadingRequest, tell: (piece: Evidence) => Promise<void>): Notes {
  const evidence: Evidence[] = [];
  return {
    ...{ kind, today },
    add(piece) {
      evidence.push(piece);
      return tell(piece);
    },
    reading: () => combineEvidence(kind, evidence, today),
  };
}

async function readCard(pictures: readonly Buffer[], recognisers: Recognisers, notes: Notes): Promise<void> {
  const [front, back] = pictures;
  if (!front || !back) return;
  // OCR has its own threads, so a QR code that is hard to find does not delay it.
  await Promise.all([readCode([front, back], notes), readBack(back, recognisers, notes)]);
  const { fields } = notes.reading();
  const isNameBare = fields.fullName?.source === 'MRZ';
  // The MRZ reveals a back that belongs to another card, and sides that were swapped.
  const needsFront = isNameBare || OF_FRONT.some((name) => !fields[name]) || !fields.permanentAddress;
  if (!needsFront && fields.expiryDate) return;
  const printedFront = await levelPicture(front);
  if (needsFront) await readText(printedFront, BESIDE_PORTRAIT, recognisers, notes);
  if (!notes.reading().fields.expiryDate) await readText(printedFront, BELOW_PORTRAIT, recognisers, notes);
}

async function readBack(back: Buffer, recognisers: Recognisers, notes: Notes): Promise<void> {
  const print = await levelPicture(back);
  await Promise.all([readZone(print, recognisers, notes), readText(print, ABOVE_ZONE, recognisers, notes)]);
}

async function readCode(sides: readonly Buffer[], notes: Notes): Promise<void> {
  const code = await findCardCode(sides);
  if (code !== undefined) await notes.add({ source: 'QR', text: code, confidence: 1 });
}

/**
 * Cards of 2021 have it on the front, those of 2024 on the back: both get a quick look before either gets a closer one.
 */
async function findCardCode(sides: readonly Buffer[]): Promise<string | undefined> {
  for (let way = 0; way < QR_TRIES; way += 1)
    for (const side of sides) {
      const text = (await readQrCodes(side, way)).find((code) => parseCardQr(code) !== undefined);
      if (text !== undefined) return text;
    }
  return undefined;
}

async function readPassport(pictures: readonly Buffer[], recognisers: Recognisers, notes: Notes): Promise<void> {
  const [picture] = pictures;
  if (!picture) return;
  const page = await levelPicture(picture);
  await Promise.all([readZone(page, recognisers, notes), readText(page, WHOLE_PAGE, recognisers, notes)]);
}

/** Tries until the overall check digit is right; otherwise takes the attempt that confirmed the most. */
async function readZone(picture: LevelPicture, { zone }: Recognisers, { kind, today, add }: Notes): Promise<void> {
  const recogniser = await zone;
  const parse = kind === 'ID_CARD' ? parseCardMrz : parsePassportMrz;
  let best: { readonly found: Recognised; readonly count: number } | undefined;
  for (const { scale, blur } of ZONE_TRIES) {
    const found = await recogniser.recognise(
      await renderPart(picture, ZONE[kind], { documentWidth: Math.round(ZONE_WIDTH[kind] * scale), blur }),
    );
    const reading = parse(found.text, today);
    const count = reading ? Object.keys(reading.values).length + (reading.isWhole ? 100 : 0) : 0;
    if (count > (best?.count ?? 0)) best = { found, count };
    if (reading?.isWhole && reading.values.fullName !== undefined) break;
  }
  if (best) await add({ source: 'MRZ', text: best.found.text, confidence: best.found.confidence });
}

async function readText(picture: LevelPicture, part: Part, { text }: Recognisers, notes: Notes): Promise<void> {
  const found = await (await text).recognise(await renderPart(picture, part, { documentWidth: TEXT_WIDTH }));
  await notes.add({ source: 'TEXT', text: found.text, confidence: found.confidence });
}
