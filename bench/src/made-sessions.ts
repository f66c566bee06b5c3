/** Sessions without passwords, by an operator's call: to hash five thousand takes minutes, and is measured separately. */
import type { BenchInvestor } from '#bench-product.ts';

const AT_ONCE = 250;
const ANSWER_MS = 20_000;

export async function makeSessions(of: {
  readonly url: string;
  readonly operatorToken: string;
  readonly ids: readonly string[];
}): Promise<BenchInvestor[]> {
  const made: BenchInvestor[] = [];
  for (let from = 0; from < of.ids.length; from += AT_ONCE) {
    const investorIds = of.ids.slice(from, from + AT_ONCE);
    const reply = await fetch(`${of.url}/api/operator/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1', authorization: `Bearer ${of.operatorToken}` },
      body: JSON.stringify({ investorIds, operatorId: 'bench', reason: 'measuring' }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (reply.status !== 201) throw new Error(`sessions: ${reply.status} ${await reply.text()}`);
    const { items } = (await reply.json()) as { items: { investorId: string; cookie: string; slot: string }[] };
    for (const { investorId, cookie, slot } of items) {
      const headers = { cookie, 'x-account-slot': slot, 'x-csrf': '1', 'content-type': 'application/json' };
      made.push({ accountId: `${investorId}-01`, headers });
    }
  }
  return made;
}
