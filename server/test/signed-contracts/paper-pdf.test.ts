/**
 * Checks papers as files: what they say comes from the rules in force, the same facts give the same bytes, other
 * programs accept the signed file as whole, and a change of any one byte is detected.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAPERS, type Paper } from '@mua/contract/entities/digital-signature';
import { DEFAULT_TRADING_RULES, type TradingRules } from '@mua/core/engine';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Language } from '#messages/language.ts';
import { ReplyError } from '#refusals/reply-error.ts';
import { demandValid, fingerprintOf, type SigningIdentity } from '#signed-contracts/detached-cms.ts';
import { type PaperFacts, type Party, termsIn } from '#signed-contracts/paper-facts.ts';
import { paperPdf } from '#signed-contracts/paper-pdf.ts';
import { textOf, versionOf, wordsOf } from '#signed-contracts/paper-texts.ts';
import { checkPdf, signPdf } from '#signed-contracts/pdf-signature.ts';
import { readSigningIdentity } from '#signed-contracts/signing-key.ts';

const LANGUAGES: readonly Language[] = ['vi', 'en'];
const EACH = PAPERS.flatMap((paper) => LANGUAGES.map((language) => [paper, language] as const));
const PERSON: Party = {
  ...{ accountNumber: '108C000001', fullName: 'Nguyễn Ngọc Quỳnh', dateOfBirth: '1990-02-03', company: null },
  ...{ idNumber: '001090000001', address: '12 Quán Thánh, Phường Ba Đình, Thành phố Hà Nội' },
};
const COMPANY: Party = {
  ...PERSON,
  company: { name: 'Công ty TNHH Lúa Mới', taxCode: '0109999982', position: 'Giám đốc' },
};
const SIGNED = {
  signer: PERSON.fullName,
  reason: 'Dòng nhật ký 7, SHA-256 abc',
  signedMs: Date.UTC(2026, 10, 24, 9, 15),
};

let folder: string;
let identity: SigningIdentity;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mua-papers-'));
  identity = await readSigningIdentity({ dataDir: folder, signing: undefined });
});
afterAll(() => rmSync(folder, { recursive: true }));

function factsOf(
  paper: Paper,
  language: Language,
  rules: TradingRules = DEFAULT_TRADING_RULES,
  party = PERSON,
): PaperFacts {
  return { paper, language, party, terms: termsIn(rules, language) };
}

async function signed(paper: Paper, language: Language): Promise<Buffer> {
  return signPdf(await paperPdf(factsOf(paper, language)), SIGNED, identity);
}

/** Tells whether the machine has a tool: the other checks here do not need it. */
const has = (tool: string): boolean => spawnSync('which', [tool]).status === 0;

function inFile(bytes: Buffer, name: string): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

describe('a text', () => {
  /** Every number of these rules differs, and none is small enough to be one of an article. */
  const OTHERS: TradingRules = {
    ...DEFAULT_TRADING_RULES,
    marginPercent: { individual: 9101, business: 9102 },
    feeVnd: { standard: 9103n, mini: 9104n, micro: 9105n, nano: 9106n, lme: 9107n },
    ...{ bandBasisPoints: 910_800, bandMinTicks: 9109, maxLotsPerOrder: 9110, maxLotsPerContract: 9111 },
    ladder: {
      ...{ callPercent: 9112, cancelPercent: 9113, countdownPercent: 9114, countdownMs: 9115 * 60_000 },
      ...{ liftPercent: 9116, liquidationPercent: 9117, targetPercent: 9118, retryMs: 1 },
    },
    expiry: { noticeSessions: [9119, 9120], reduceOnlySessions: 9121, deadlineBeforeEndMs: 9122 * 60_000 },
  };
  const saidBy = (facts: PaperFacts): string => JSON.stringify(textOf(facts).blocks);

  test.each(EACH)('states no number that the rules in force lack: %s %s', (paper, language) => {
    const numbers = saidBy(factsOf(paper, language, OTHERS))
      .replace(/(Điều|Article) \d+\./g, '')
      .replaceAll(PERSON.accountNumber, '')
      .match(/\d+([.,]\d+)*/g);
    const own = (numbers ?? []).filter((number) => !/^91\d\d$/.test(number.replace(/[.,]/g, '')));
    expect(own).toEqual([]);
  });

  test('states the margin levels, the countdown and the fees of the rules', () => {
    const margin = saidBy(factsOf('MARGIN_AGREEMENT', 'en', OTHERS));
    for (const number of ['9,112%', '9,113%', '9,114%', '9115 minutes', '9,116%', '9,117%', '9,118%', '9,101%'])
      expect(margin).toContain(number);
    expect(saidBy(factsOf('ACCOUNT_OPENING', 'vi', DEFAULT_TRADING_RULES))).toContain('350.000');
  });

  test.each(PAPERS)('has as many articles in both languages, and one version: %s', (paper) => {
    const [vi, en] = LANGUAGES.map((language) => textOf(factsOf(paper, language)));
    expect(vi?.version).toBe(versionOf(paper));
    expect(en?.version).toBe(versionOf(paper));
    expect(vi?.blocks.map(({ kind }) => kind)).toEqual(en?.blocks.map(({ kind }) => kind));
  });

  test('names the investor, and of a business its representative', () => {
    const rowsOf = (party: Party) =>
      wordsOf(factsOf('RISK_DISCLOSURE', 'en', DEFAULT_TRADING_RULES, party), '2026-11-24');
    expect(rowsOf(PERSON).partyRows).toContainEqual(['Date of birth', '03/02/1990']);
    expect(rowsOf(COMPANY).partyRows.slice(0, 3)).toEqual([
      ['Company', 'Công ty TNHH Lúa Mới'],
      ['Tax code', '0109999982'],
      ['Representative', 'Nguyễn Ngọc Quỳnh'],
    ]);
  });

  /** A changed text needs a new date in its first line, so that everybody who signed the old one is asked again. */
  test('has not changed under the same date', () => {
    const folderOfTexts = fileURLToPath(new URL('../../templates/papers/', import.meta.url));
    const hashes = readdirSync(folderOfTexts)
      .sort()
      .map((name) => {
        const text = readFileSync(join(folderOfTexts, name));
        return `${name} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
      });
    expect(hashes).toMatchInlineSnapshot(`
      [
        "account-opening.en.txt 0d13646d3d68a1a6",
        "account-opening.vi.txt ccdf55bf62408e97",
        "margin-agreement.en.txt 34f278749a4eba97",
        "margin-agreement.vi.txt 3d0e64794e142a52",
        "risk-disclosure.en.txt f422e2d51e4cb50c",
        "risk-disclosure.vi.txt 9c036595e7e56b96",
        "words.en.json bc6fd3a67898409f",
        "words.vi.json 4fd4b7342c979ecb",
      ]
    `);
  });
});

describe('a paper', () => {
  test.each(EACH)('is the same bytes for the same facts, and others for others: %s %s', async (paper, language) => {
    const [one, again] = [await paperPdf(factsOf(paper, language)), await paperPdf(factsOf(paper, language))];
    expect(one.equals(again)).toBe(true);
    const other = await paperPdf(
      factsOf(paper, language, DEFAULT_TRADING_RULES, { ...PERSON, idNumber: '001090000002' }),
    );
    expect(one.equals(other)).toBe(false);
  });

  test('is tagged, has a title and a language, and runs nothing', async () => {
    const text = (await paperPdf(factsOf('RISK_DISCLOSURE', 'vi'))).toString('latin1');
    for (const part of ['/StructTreeRoot', '/Lang (vi)', '/DisplayDocTitle true', '/Title '])
      expect(text).toContain(part);
    expect(text).not.toMatch(/\/(JS|JavaScript|AA|OpenAction|Launch|URI)\b/);
  });

  test.skipIf(!has('pdftotext'))('can be read by machines, accents and all', async () => {
    const file = inFile(await paperPdf(factsOf('MARGIN_AGREEMENT', 'vi')), 'read.pdf');
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    expect(text.normalize('NFC')).toBe(text);
    for (const words of ['Thỏa thuận ký quỹ', 'Nguyễn Ngọc Quỳnh', 'Tất toán bắt buộc sau 30 phút', 'Trang 2/2'])
      expect(text.replace(/\s+/g, ' ')).toContain(words);
  });
});

describe('a signed paper', () => {
  test('begins with exactly the bytes that were shown', async () => {
    const shown = await paperPdf(factsOf('ACCOUNT_OPENING', 'vi'));
    const file = signPdf(shown, SIGNED, identity);
    expect(file.subarray(0, shown.length).equals(shown)).toBe(true);
    expect(checkPdf(file)).toEqual({
      certificate: fingerprintOf(identity.certificate),
      ...{ isPaddingEmpty: true, coversWholeFile: true, isUnchanged: true },
    });
    expect(checkPdf(shown)).toMatchObject({ certificate: null, isUnchanged: false });
  });

  test.each(EACH)('fails for any changed byte: %s %s', async (paper, language) => {
    const file = await signed(paper, language);
    const contents = file.lastIndexOf('/Contents <') + '/Contents <'.length;
    // The change is anywhere, and most often where no signature looks: in its own container.
    const place = fc.oneof(
      fc.noBias(fc.integer({ min: 0, max: file.length - 1 })),
      fc.integer({ min: contents - 90, max: contents + 2_600 }),
    );
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(file);
        changed.writeUInt8(changed.readUInt8(at) ^ change, at);
        expect(checkPdf(changed).isUnchanged).toBe(false);
      }),
      { numRuns: 120 },
    );
  });

  test('fails for a change in the signature itself, in its digits, their spelling and the padding behind it', async () => {
    const file = await signed('RISK_DISCLOSURE', 'vi');
    const from = file.lastIndexOf('/Contents <');
    for (let at = from; at < from + 2_000; at += 11) {
      for (const change of [0x01, 0x20]) {
        const changed = Buffer.from(file);
        changed.writeUInt8(changed.readUInt8(at) ^ change, at);
        expect(checkPdf(changed).isUnchanged, `byte ${at - from}`).toBe(false);
      }
    }
  });

  test('tells apart what was appended, put into its container, or changed in it', async () => {
    const file = await signed('RISK_DISCLOSURE', 'en');
    const added = Buffer.concat([file, Buffer.from('% nothing\n')]);
    expect(checkPdf(added)).toMatchObject({ isPaddingEmpty: true, coversWholeFile: false, isUnchanged: false });
    expect(checkPdf(added).certificate).not.toBeNull();
    const padded = Buffer.from(file);
    padded.write('1', padded.lastIndexOf('0>'), 'latin1');
    expect(checkPdf(padded)).toMatchObject({ isPaddingEmpty: false, coversWholeFile: true, isUnchanged: false });
    expect(checkPdf(padded).certificate).not.toBeNull();
    const changed = Buffer.from(file);
    changed.writeUInt8(changed.readUInt8(5_000) ^ 1, 5_000);
    expect(checkPdf(changed)).toMatchObject({ certificate: null, isPaddingEmpty: true, coversWholeFile: true });
    expect(checkPdf(file.subarray(0, -1)).isUnchanged).toBe(false);
  });

  test.each(['ec', 'rsa'])('verifies with OpenSSL, and fails when a byte differs: %s', async (kind) => {
    const certificate = kind === 'ec' ? identity : await given(folder);
    const file = signPdf(await paperPdf(factsOf('MARGIN_AGREEMENT', 'vi')), SIGNED, certificate);
    const [, from = '0', to = '0'] = /\/ByteRange \[0 +(\d+) +(\d+)/.exec(file.toString('latin1')) ?? [];
    const digits = file.subarray(Number(from) + 1, Number(to) - 1).toString('latin1');
    const content = Buffer.concat([file.subarray(0, Number(from)), file.subarray(Number(to))]);
    const verify = (bytes: Buffer): number | null => {
      const options = ['-inform', 'DER', '-in', inFile(Buffer.from(digits, 'hex'), 'signature.der'), '-binary'];
      const trusted = inFile(Buffer.from(certificate.certificate.toString()), 'certificate.pem');
      const about = ['-content', inFile(bytes, 'content.bin'), '-CAfile', trusted, '-out', '/dev/null'];
      return spawnSync('openssl', ['cms', '-verify', '-cades', ...options, ...about]).status;
    };
    expect(verify(content)).toBe(0);
    expect(checkPdf(file).isUnchanged).toBe(true);
    content.writeUInt8(content.readUInt8(4_000) ^ 1, 4_000);
    expect(verify(content)).not.toBe(0);
  });

  test.skipIf(!has('qpdf'))('is clean for qpdf', async () => {
    const checked = spawnSync('qpdf', ['--check', inFile(await signed('ACCOUNT_OPENING', 'en'), 'check.pdf')]);
    expect([checked.status, String(checked.stdout)]).toEqual([0, expect.stringContaining('No syntax')]);
  });

  test.skipIf(!has('pdfsig'))('is whole for pdfsig, with name, time and the audit row', async () => {
    const file = inFile(await signed('ACCOUNT_OPENING', 'vi'), 'signed.pdf');
    const said = execFileSync('pdfsig', [file], { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });
    expect(said).toContain('Signature is Valid');
    expect(said).toContain('Total document signed');
    expect(said).toContain('Nov 24 2026 09:15:00');
    expect(said).toContain('ETSI.CAdES.detached');
  });
});

describe('the key', () => {
  test('is created once, readable by the server alone, and is there at the next start', async () => {
    expect(statSync(join(folder, 'signing-key.pem')).mode & 0o777).toBe(0o600);
    const again = await readSigningIdentity({ dataDir: folder, signing: undefined });
    expect(again.certificate.raw.equals(identity.certificate.raw)).toBe(true);
  });

  test('has a new certificate at the next start once the one made for it has ended; one that was given ends no start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mua-papers-'));
    onTestFinished(() => {
      vi.useRealTimers();
      rmSync(dataDir, { recursive: true });
    });
    const first = await readSigningIdentity({ dataDir, signing: undefined });
    vi.useFakeTimers({ now: Date.parse(first.certificate.validTo), toFake: ['Date'] });
    const signing = {
      keyFile: join(dataDir, 'signing-key.pem'),
      certificateFile: join(dataDir, 'signing-certificate.pem'),
    };
    const given = await readSigningIdentity({ dataDir, signing });
    expect(() => demandValid(given)).toThrow(ReplyError);
    const next = await readSigningIdentity({ dataDir, signing: undefined });
    expect(Date.parse(next.certificate.validTo)).toBeGreaterThan(Date.now());
    expect(next.key.equals(first.key)).toBe(true);
    await expect(readSigningIdentity({ dataDir, signing })).resolves.toMatchObject({ certificate: next.certificate });
  });

  test('that is given must be a key with its certificate', async () => {
    const { keyFile, certificateFile } = filesOf(folder);
    await given(folder);
    const read = (signing: { keyFile: string; certificateFile: string }) =>
      readSigningIdentity({ dataDir: folder, signing });
    await expect(read({ keyFile, certificateFile: join(folder, 'none.pem') })).rejects.toThrow(/can't be read/);
    const other = join(folder, 'signing-certificate.pem');
    await expect(read({ keyFile, certificateFile: other })).rejects.toThrow(/no certificate of the key/);
    await expect(read({ keyFile: certificateFile, certificateFile })).rejects.toThrow(/no private key/);
    const curve = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const odd = inFile(Buffer.from(curve), 'odd.pem');
    await expect(read({ keyFile: odd, certificateFile })).rejects.toThrow(/neither a P-256 nor an RSA key/);
  });
});

function filesOf(where: string) {
  return { keyFile: join(where, 'given-key.pem'), certificateFile: join(where, 'given-certificate.pem') };
}

/** Returns an operator's own key, made as their manual would. */
async function given(where: string): Promise<SigningIdentity> {
  const files = filesOf(where);
  const made = ['-keyout', files.keyFile, '-out', files.certificateFile, '-subj', '/CN=Broker', '-days', '3650'];
  const usage = ['-addext', 'keyUsage=critical,digitalSignature,nonRepudiation'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made, ...usage], { stdio: 'pipe' });
  return readSigningIdentity({ dataDir: where, signing: files });
}
