/**
 * The texts of papers, from server/templates/papers: a version's date, a title, articles, paragraphs and rows of tables.
 * A text that changes gets a new date: whoever signed the one before is asked to sign again.
 */
import { readFileSync } from 'node:fs';
import { PAPERS, type Paper } from '@mua/contract/entities/digital-signature';
import { LIMITS } from '@mua/contract/limits';
import { z } from 'zod';
import { SERVER_FOLDER } from '#ground/server-files.ts';
import type { Language } from '#messages/language.ts';
import { dayText, type PaperFacts } from '#signed-contracts/paper-facts.ts';

export type Block =
  | { readonly kind: 'article' | 'paragraph'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  /** Where the investor's data stand. */
  | { readonly kind: 'party' };

export interface PaperText {
  readonly version: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

const FILE_OF: Readonly<Record<Paper, string>> = {
  ACCOUNT_OPENING: 'account-opening',
  RISK_DISCLOSURE: 'risk-disclosure',
  MARGIN_AGREEMENT: 'margin-agreement',
};

const FILES = new Map(
  PAPERS.flatMap((paper) =>
    LIMITS.languages.map((language) => [`${paper} ${language}`, read(`${FILE_OF[paper]}.${language}.txt`)] as const),
  ),
);

function read(name: string): string {
  return readFileSync(new URL(`templates/papers/${name}`, SERVER_FOLDER), 'utf8').normalize('NFC');
}

function fileOf(paper: Paper, language: Language): string {
  const text = FILES.get(`${paper} ${language}`);
  if (text === undefined) throw new Error(`no text of ${paper} in ${language}`);
  return text;
}

/** The date of the text in force. */
export function versionOf(paper: Paper): string {
  return /^version: (\S+)$/m.exec(fileOf(paper, LIMITS.defaultLanguage))?.[1] ?? '';
}

/** By its title, without what belongs to one investor. */
export function titleOf(paper: Paper, language: Language): string {
  return /^# (.+)$/m.exec(fileOf(paper, language))?.[1] ?? '';
}

/** A placeholder that nothing fills is a bug and throws. */
export function textOf({ paper, language, party, terms }: PaperFacts): PaperText {
  const known: Readonly<Record<string, string>> = { ...terms, accountNumber: party.accountNumber };
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = known[name];
      if (value === undefined) throw new Error(`${paper} needs ${name}`);
      return value;
    });
  const [head = '', ...parts] = fileOf(paper, language)
    .trim()
    .split(/\n{2,}/);
  return {
    version: /^version: (\S+)$/m.exec(head)?.[1] ?? '',
    title: titleOf(paper, language),
    blocks: parts.map((part) => blockOf(fill(part.replace(/\n(?!\|)/g, ' ')))),
  };
}

function blockOf(part: string): Block {
  if (part === '[party]') return { kind: 'party' };
  if (part.startsWith('## ')) return { kind: 'article', text: part.slice(3) };
  if (!part.startsWith('|')) return { kind: 'paragraph', text: part };
  const rows = part.split('\n').map((row) =>
    row
      .slice(1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return { kind: 'table', rows };
}

/** The words around a text: what stands before the investor's data, and where it is signed. */
export interface PaperWords {
  readonly version: string;
  readonly page: string;
  readonly partyRows: readonly (readonly [string, string])[];
  readonly signatures: string;
  readonly signatureRows: readonly (readonly string[])[];
}

const NOT_KNOWN = '–';

const wording = z.strictObject({
  ...{ version: z.string(), page: z.string(), company: z.string(), taxCode: z.string(), representative: z.string() },
  ...{ position: z.string(), fullName: z.string(), idNumber: z.string(), dateOfBirth: z.string() },
  ...{ address: z.string(), accountNumber: z.string(), signatures: z.string(), investor: z.string() },
  ...{ confirmed: z.string(), sealed: z.string(), reason: z.string() },
});

const WORDING = {
  vi: wording.parse(JSON.parse(read('words.vi.json'))),
  en: wording.parse(JSON.parse(read('words.en.json'))),
};

export function wordsOf({ language, party }: PaperFacts, version: string): PaperWords {
  const say = WORDING[language];
  const { company } = party;
  const row = (label: string, value: string): readonly [string, string] => [label, value === '' ? NOT_KNOWN : value];
  return {
    version: say.version.replace('{date}', dayText(version)),
    page: say.page,
    partyRows: [
      ...(company
        ? [
            row(say.company, company.name),
            row(say.taxCode, company.taxCode),
            row(say.representative, party.fullName),
            row(say.position, company.position),
          ]
        : [row(say.fullName, party.fullName)]),
      row(say.idNumber, party.idNumber),
      row(say.dateOfBirth, dayText(party.dateOfBirth)),
      row(say.address, party.address),
      row(say.accountNumber, party.accountNumber),
    ],
    signatures: say.signatures,
    signatureRows: [
      [say.investor, 'Mùa'],
      [company ? `${company.name}\n${party.fullName}, ${company.position}` : party.fullName, 'Mùa'],
      [say.confirmed, say.sealed],
    ],
  };
}

/** Why a file is signed, as a viewer shows it: by whose code, and which row of the audit log says so. */
export function reasonOf(
  language: Language,
  { investorId, auditId, hash }: { readonly investorId: string; readonly auditId: number; readonly hash: string },
): string {
  const facts: Readonly<Record<string, string>> = { account: investorId, row: String(auditId), hash };
  return WORDING[language].reason.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
}
