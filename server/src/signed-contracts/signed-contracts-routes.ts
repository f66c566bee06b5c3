/** Contracts to sign, and the public question whether a file was signed here (docs/rules/people.md#digital-contracts). */
import {
  checkDocument,
  listDigitalSignatures,
  readSignedDocument,
  rejectDocument,
  signDocument,
} from '@mua/contract/http/digital-signatures';
import { LIMITS } from '@mua/contract/limits';
import { accepted, type Bind, content, ok } from '#http/bind-route.ts';
import { askerOf } from '#identity/codes/asker.ts';
import { requesterOf } from '#identity/sessions/requester.ts';
import { fileNameOf, type Signing } from '#signed-contracts/signing.ts';

export function bindSignedContractsRoutes(bind: Bind, signing: Signing): void {
  bind(listDigitalSignatures, async ({ actor, request }) =>
    ok({ items: await signing.list(actor.investorId, requesterOf(request).language), nextCursor: null }),
  );
  bind(readSignedDocument, async ({ actor, params, query, request }) => {
    const language = query.language ?? requesterOf(request).language;
    const file = await signing.read(actor.investorId, params.signatureId, language);
    return content(file.bytes, fileNameOf(file, language ?? LIMITS.defaultLanguage));
  });
  bind(signDocument, async ({ actor, params, body, request }) =>
    accepted(await signing.sign(askerOf(actor, request), params.signatureId, body)),
  );
  bind(rejectDocument, async ({ actor, params, body, request }) =>
    accepted(await signing.reject(askerOf(actor, request), params.signatureId, body.reason)),
  );
  bind(checkDocument, async ({ params }) => ok(await signing.check(params.documentHash)));
}
