/**
 * Writes the facts of a code for its reader (contract/errors: `FactKind`): money, prices, times and names of closed
 * lists in the language on screen. A fact that the code asks for and nobody gave reads as missing, never as a gap.
 */
import { PAPERS, type Paper } from '@mua/contract/entities/digital-signature';
import { INVESTOR_STATUSES, NEXT_STEPS } from '@mua/contract/entities/investor';
import { STOPPAGES, type Stoppage } from '@mua/contract/entities/stoppage';
import { type ErrorCode, errorEntry, type FactKind, type Facts } from '@mua/contract/errors';
import {
  ALERT_DIRECTIONS,
  type AlertDirection,
  CONDITIONAL_STATUSES,
  type ConditionalStatus,
  DURATIONS,
  type Duration,
  EXCHANGE_REFUSALS,
  type ExchangeRefusal,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderStatus,
  type OrderType,
  type PriceGrid,
  priceFromText,
  SESSION_STATES,
  type SessionState,
  SIDES,
  type Side,
} from '@mua/core/values';
import type { TFunction } from 'i18next';
import { errorText, type FactTexts, isErrorCode } from '#i18n/error-text.ts';
import { MISSING } from '#i18n/format.ts';
import { lotsText } from '#i18n/lots-text.ts';
import type { Format } from '#i18n/use-format.ts';

export interface FactWriter {
  readonly t: TFunction;
  readonly format: Format;
  /** Grid of the contract that the code is about; without it prices read as the wire wrote them. */
  readonly grid?: PriceGrid | undefined;
}

export function factTexts(writer: FactWriter, code: string, facts: Facts): FactTexts {
  const known: ErrorCode = isErrorCode(code) ? code : 'DefaultError';
  const kinds = errorEntry(known).facts;
  const texts = Object.entries(kinds).map(([name, kind]) => {
    const value = facts[name];
    // Lots carry their unit, which agrees with their number: `1 lot`, `2 lots`.
    const text = kind === 'lots' && typeof value === 'number' ? lotsText(writer, value) : factText(writer, kind, value);
    return [name, text];
  });
  return Object.fromEntries(texts);
}

/** Writes out each fact of a table of kinds. */
export function writtenFacts(writer: FactWriter, kinds: Readonly<Record<string, FactKind>>, facts: Facts): FactTexts {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, factText(writer, kind, facts[name])]));
}

/** Writes the whole text of a code with its facts. */
export function writtenError(writer: FactWriter, { code, facts }: { code: string; facts: Facts }): string {
  return errorText(writer.t, code, factTexts(writer, code, facts));
}

function factText(writer: FactWriter, kind: FactKind, value: string | number | undefined): string {
  if (value === undefined || value === '') return MISSING;
  const { format, grid } = writer;
  const text = String(value);
  switch (kind) {
    case 'vnd':
      return format.vnd(text);
    case 'price':
      return priceFact(writer, text, grid);
    case 'percent':
      return format.ratio(text, text.replace(/0+$/, '').split('.')[1]?.length ?? 0);
    case 'lots':
    case 'count':
      return format.volume(Number(value));
    case 'bytes':
      return bytesText(Number(value));
    case 'time':
      return timeText(format, text);
    case 'date':
      return format.civilDate(text);
    case 'code':
      return wordOf(writer.t, text);
    case 'account':
      return format.accountNumber(text);
    case 'timeOfDay':
    case 'text':
      return text;
  }
}

function priceFact({ format }: FactWriter, text: string, grid: PriceGrid | undefined): string {
  const reading = grid && priceFromText(text, grid);
  return grid && reading?.kind === 'price' ? format.price(reading.ticks, grid) : text;
}

/** Writes a time to the minute: a time among facts is a plan, not a record. */
function timeText(format: Format, text: string): string {
  const date = format.date(text);
  return date === MISSING ? MISSING : `${format.hour(text)} ${date}`;
}

function bytesText(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.round(bytes / 1_048_576)} MB` : `${Math.round(bytes / 1024)} kB`;
}

/**
 * Returns the word for a name of a closed list; inside a sentence it is lower case (docs/rules/words.md#facts). A name
 * without a word here stays as it is.
 */
function wordOf(t: TFunction, name: string): string {
  if (isStatus(name)) return t(($) => $.words.status[name]).toLowerCase();
  if (isConditionalStatus(name)) return t(($) => $.words.conditionalStatus[name]).toLowerCase();
  if (isOrderType(name)) return t(($) => $.words.orderType[name]).toLowerCase();
  if (isDuration(name)) return t(($) => $.words.duration[name]).toLowerCase();
  if (isSessionState(name)) return t(($) => $.words.session[name]).toLowerCase();
  if (isExchangeRefusal(name)) return t(($) => $.words.exchangeRefusal[name]);
  if (isStoppage(name)) return t(($) => $.words.stoppage[name]);
  if (isAlertDirection(name)) return t(($) => $.alerts.direction[name]);
  if (isPaper(name)) return t(($) => $.words.paper[name]);
  if (isSide(name)) return t(($) => $.words.side[name]);
  const status = INVESTOR_STATUSES.find((one) => NEXT_STEPS[one] === name);
  if (status) return t(($) => $.words.nextStep[status]);
  return name;
}

function isStoppage(name: string): name is Stoppage {
  return (STOPPAGES as readonly string[]).includes(name);
}

function isStatus(name: string): name is OrderStatus {
  return (ORDER_STATUSES as readonly string[]).includes(name);
}

function isConditionalStatus(name: string): name is ConditionalStatus {
  return (CONDITIONAL_STATUSES as readonly string[]).includes(name);
}

function isOrderType(name: string): name is OrderType {
  return Object.hasOwn(ORDER_TYPES, name);
}

function isDuration(name: string): name is Duration {
  return Object.hasOwn(DURATIONS, name);
}

function isSessionState(name: string): name is SessionState {
  return (SESSION_STATES as readonly string[]).includes(name);
}

function isExchangeRefusal(name: string): name is ExchangeRefusal {
  return (EXCHANGE_REFUSALS as readonly string[]).includes(name);
}

function isAlertDirection(name: string): name is AlertDirection {
  return (ALERT_DIRECTIONS as readonly string[]).includes(name);
}

function isSide(name: string): name is Side {
  return Object.hasOwn(SIDES, name);
}

function isPaper(name: string): name is Paper {
  return (PAPERS as readonly string[]).includes(name);
}
