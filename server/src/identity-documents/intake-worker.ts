/** The child process that decodes one uploaded picture. */
import { takeChildTurn } from '#identity-documents/child-turn.ts';
import { rewritePicture } from '#identity-documents/rewrite-picture.ts';

await takeChildTurn(async ([upload], answer) => {
  if (!upload) return;
  const { jpeg, ...facts } = await rewritePicture(upload);
  await answer(JSON.stringify(facts));
  await answer(jpeg);
});
