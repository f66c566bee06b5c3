/** The child process that reads one document, with its own recognisers, which end with it. */
import { z } from 'zod';
import { takeChildTurn } from '#identity-documents/child-turn.ts';
import { readDocument } from '#identity-documents/read-document.ts';
import { startRecogniser } from '#identity-documents/text-recognition.ts';

const REQUEST = z.object({ kind: z.enum(['ID_CARD', 'PASSPORT']), today: z.string() });

await takeChildTurn(async ([request, ...pictures], answer) => {
  const recognisers = { zone: startRecogniser('MRZ'), text: startRecogniser('VIETNAMESE') };
  await readDocument(REQUEST.parse(JSON.parse(String(request))), pictures, recognisers, (piece) =>
    answer(JSON.stringify(piece)),
  );
});
