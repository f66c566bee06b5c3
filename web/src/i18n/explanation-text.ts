/**
 * Writes an explanation of core/preview in words: its formula, and each number that went in. Nothing here knows a
 * formula; the names of the inputs and the signs between them come with the explanation.
 */
import {
  type AnyExplanation,
  FIGURE_UNITS,
  type FigureInput,
  FORMULAS,
  type InputName,
  isSign,
  type Sign,
} from '@mua/core/preview';
import { formatDecimal, type PriceGrid } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { amountText } from '#i18n/amount-text.ts';
import { MISSING } from '#i18n/format.ts';
import { lotsText } from '#i18n/lots-text.ts';
import type { Format } from '#i18n/use-format.ts';

export interface ExplanationWriter {
  readonly t: TFunction;
  readonly format: Format;
  /** Grid of the contract whose prices are among the inputs, and the currency of its tick value. */
  readonly grid?: PriceGrid | undefined;
  readonly currency?: string | undefined;
  /** Texts of inputs that the screen shows more exactly than their own unit says. */
  readonly texts?: Readonly<Partial<Record<InputName, string>>> | undefined;
}

export interface ExplanationRow {
  readonly name: string;
  readonly value: string;
}

export interface ExplanationText {
  readonly formula: string;
  readonly rows: readonly ExplanationRow[];
  readonly result: string;
  readonly note: string | null;
}

export function explanationText(writer: ExplanationWriter, explanation: AnyExplanation): ExplanationText {
  const { figure, inputs, value } = explanation;
  const parts: readonly (InputName | Sign)[] = FORMULAS[figure];
  const names = [...new Set(parts.filter((part) => !isSign(part)))];
  return {
    formula: spaced(parts.map((part) => (isSign(part) ? signText(writer, part) : labelOf(writer, part)))),
    rows: names.flatMap((name) => rowsOf(writer, name, inputs[name])),
    result: valueText(writer, { unit: FIGURE_UNITS[figure], value }, figure === 'estimatedProfit'),
    note: noteOf(writer, explanation),
  };
}

function labelOf({ t }: ExplanationWriter, name: InputName): string {
  return t(($) => $.explain.input[name]);
}

function signText({ t }: ExplanationWriter, sign: Sign): string {
  return sign === 'min' ? t(($) => $.explain.smaller) : sign;
}

/** Sets brackets and semicolons close to what they enclose: `(a − b) × c; d`. */
function spaced(parts: readonly string[]): string {
  return parts.join(' ').replaceAll('( ', '(').replaceAll(' )', ')').replaceAll(' ;', ';');
}

function rowsOf(writer: ExplanationWriter, name: InputName, input: FigureInput | undefined): ExplanationRow[] {
  if (!input) return [];
  if (input.parts) return input.parts.map((part) => ({ name: part.name, value: writer.format.vnd(part.value) }));
  const value = writer.texts?.[name] ?? valueText(writer, input, name === 'estimatedProfit');
  return [{ name: labelOf(writer, name), value }];
}

function valueText(writer: ExplanationWriter, { unit, value }: FigureInput, isProfit: boolean): string {
  if (value === null) return MISSING;
  const { format, grid, currency = '' } = writer;
  const whole = typeof value === 'bigint' ? value : BigInt(Math.round(value));
  switch (unit) {
    case 'vnd':
      return format.vnd(whole, { signed: isProfit });
    case 'basisPoints':
      return format.ratio(formatDecimal(whole, 2));
    case 'percent':
      return format.ratio(whole.toString(), 0);
    case 'ticks':
      return grid ? format.price(Number(whole), grid) : MISSING;
    case 'minor':
      return format.foreign(whole, currency);
    case 'rateE4':
      return amountText(formatDecimal(whole, 4), format);
    case 'lots':
      return lotsText(writer, Number(whole));
  }
}

function noteOf({ t, format, grid }: ExplanationWriter, { figure, value }: AnyExplanation): string | null {
  switch (figure) {
    case 'requiredMargin':
    case 'requiredAfter':
      return t(($) => $.explain.note.worst);
    case 'marginRatio':
      return value === null ? t(($) => $.explain.note.noRatio) : null;
    case 'estimatedProfit':
      return grid ? t(($) => $.explain.note.ticks, { tick: format.price(1, grid) }) : null;
    case 'withdrawable':
    case 'withdrawableOfCopy':
      return t(($) => $.explain.note.withdrawable);
    case 'maxLots':
      return t(($) => $.explain.note.maxLots);
    default:
      return null;
  }
}
