/**
 * Measures the way to a first order: a contract is drawn for a newcomer, in the server's own thread for it, signed and
 * checked. Each is another investor's, so none is cached; the first one starts the thread and reads the fonts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAPERS } from '@mua/contract/entities/digital-signature';
import { DEFAULT_TRADING_RULES } from '@mua/core/engine';
import { termsIn } from '@mua/server/signed-contracts/paper-facts';
import { createPaperPrinter } from '@mua/server/signed-contracts/paper-printer';
import { checkPdf, signPdf } from '@mua/server/signed-contracts/pdf-signature';
import { readSigningIdentity } from '@mua/server/signed-contracts/signing-key';
import { type Figure, median, percentile } from '#figure.ts';

const INVESTORS = 40;
const TARGET_MS = 1_000;

export async function measureRegistration(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mua-bench-papers-'));
  const printer = createPaperPrinter();
  try {
    const identity = await readSigningIdentity({ dataDir, signing: undefined });
    const terms = termsIn(DEFAULT_TRADING_RULES, 'vi');
    const tookMs: number[] = [];
    for (let count = 0; count < INVESTORS; count += 1) {
      for (const paper of PAPERS) {
        const accountNumber = `108C${String(count).padStart(6, '0')}`;
        const party = {
          ...{ accountNumber, fullName: 'Nguyễn Ngọc Quỳnh', dateOfBirth: '1990-02-03', company: null },
          ...{ idNumber: '001090000001', address: '12 Quán Thánh, Phường Ba Đình, Thành phố Hà Nội' },
        };
        const from = performance.now();
        const shown = await printer.print({ paper, language: 'vi', party, terms });
        const facts = { signer: party.fullName, reason: accountNumber, signedMs: Date.now() };
        const { isUnchanged } = checkPdf(signPdf(shown, facts, identity));
        tookMs.push(performance.now() - from);
        if (!isUnchanged) throw new Error('a signature does not hold');
      }
    }
    return [
      {
        id: 'registration.contract-signed',
        unit: 'ms',
        value: median(tookMs),
        p99: percentile(tookMs, 0.99),
        target: TARGET_MS,
        better: 'min',
      },
    ];
  } finally {
    await printer.close();
    rmSync(dataDir, { recursive: true });
  }
}
