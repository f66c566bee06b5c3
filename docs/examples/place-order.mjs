/**
 * A program of your own: asks an investor for a grant (OAuth 2 with PKCE), reads the market, and places a limit order
 * of one lot well below it. Needs Node 20 and nothing else.
 *
 *   npm run operator -- application add --name "My bot" --redirect http://127.0.0.1:8123/back --reason "trying"
 *   node docs/examples/place-order.mjs CLIENT_ID [http://127.0.0.1:8080]
 *
 * Then open the address that it prints in a browser where you are signed in, and allow it.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const [clientId, base = 'http://127.0.0.1:8080'] = process.argv.slice(2);
if (!clientId) throw new Error('usage: node place-order.mjs CLIENT_ID [ADDRESS]');
const RETURN_TO = 'http://127.0.0.1:8123/back';

const tokens = await askForGrant();
const { items: accounts } = await call('/api/investor/accounts');
const accountId = accounts[0].accountId;
const { items: contracts } = await call('/api/market/contracts');
const contract = contracts.find(({ bidPrice, sessionsLeft }) => bidPrice !== null && sessionsLeft?.long > 20);
if (!contract) throw new Error('nothing is quoted that can be bought');

// Prices are decimal text in the contract's price unit; 20 ticks below the best bid.
const { scale, tickUnits } = contract.decimalFormat;
const ticks = Math.round((Number(contract.bidPrice) * 10 ** scale) / tickUnits) - 20;
const { order } = await call(`/api/order/${accountId}/place`, {
  // The same id sent again is the same order: after a lost answer, ask again with it.
  clientOrderId: randomUUID(),
  contractCode: contract.code,
  side: 'BUY',
  orderType: 'LIMIT',
  duration: 'DAY',
  quantity: 1,
  limitPrice: ((ticks * tickUnits) / 10 ** scale).toFixed(scale),
});
console.log(
  `${order.status} ${order.side} ${order.quantity} ${order.contractCode} @ ${order.limitPrice} in ${accountId}`,
);

async function call(path, body) {
  const reply = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${tokens.access_token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${answer.code} ${JSON.stringify(answer.facts)}`);
  return answer;
}

/** The browser goes to the product and comes back with a code, which only the holder of the verifier can exchange. */
async function askForGrant() {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const request = new URLSearchParams({
    client_id: clientId,
    redirect_uri: RETURN_TO,
    response_type: 'code',
    scope: 'market account trade',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const answered = answerAt(new URL(RETURN_TO));
  console.log(`Open ${base}/oauth/authorize?${request}`);
  const answer = await answered;
  if (answer.get('state') !== state) throw new Error('somebody else answered');
  if (answer.has('error')) throw new Error(`not allowed: ${answer.get('error')}`);
  const reply = await fetch(`${base}/api/iam/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: RETURN_TO,
      code: answer.get('code'),
      code_verifier: verifier,
    }),
  });
  const drawn = await reply.json();
  if (!reply.ok) throw new Error(`no token: ${drawn.error} ${drawn.error_description}`);
  return drawn;
}

/** Waits for the browser to come back, once. */
function answerAt({ port, hostname, pathname }) {
  return new Promise((resolve) => {
    const server = createServer((request, reply) => {
      const address = new URL(request.url, RETURN_TO);
      if (address.pathname !== pathname) return reply.writeHead(404).end();
      reply.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('Done: back to your terminal.');
      server.close();
      server.closeAllConnections();
      resolve(address.searchParams);
    });
    server.listen(Number(port), hostname);
  });
}
