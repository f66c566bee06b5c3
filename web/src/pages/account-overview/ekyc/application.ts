/** What the application asks of the server (docs/rules/people.md#registration). All calls throw `CallError`. */
import type { DocumentReading, Picture, PictureKind, Registration } from '@mua/contract/entities/registration';
import { readEkycImage, uploadEkycImage, verifyIdCard, verifyPassport } from '@mua/contract/http/ekyc';
import { readRegistration, saveRegistration, submitRegistration } from '@mua/contract/http/registration';
import type { BodyOf } from '@mua/contract/route';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { sendablePicture } from '#pages/account-overview/ekyc/sendable-picture.ts';
import { callAs } from '#signed-in/actor.ts';

/** How often somebody who waits for a decision is told of it. */
const WAITING_MS = 3000;

export function registrationQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'registration'] as const,
    queryFn: ({ signal }) => callAs(userId, readRegistration, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? WAITING_MS : false),
    refetchOnWindowFocus: 'always',
  });
}

/** A picture never changes under its id. Every look is audited, so it is asked for once. */
export function pictureQuery(userId: string, imageId: string) {
  return queryOptions({
    queryKey: [userId, 'ekyc-picture', imageId] as const,
    queryFn: async ({ signal }) =>
      new Blob([await callAs(userId, readEkycImage, { params: { imageId }, signal })], { type: 'image/jpeg' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface ApplicationCalls {
  /** As the server has it now, with the faults that only it sees. */
  look(): Promise<Registration>;
  save(body: BodyOf<typeof saveRegistration>): Promise<Registration>;
  keep(kind: PictureKind, file: Blob): Promise<Picture>;
  readCard(frontImageId: string, backImageId: string): Promise<DocumentReading>;
  readPassport(imageId: string): Promise<DocumentReading>;
  submit(): Promise<Registration>;
}

export function applicationCalls(client: QueryClient, userId: string): ApplicationCalls {
  const { queryKey } = registrationQuery(userId);
  const known = async (registration: Registration): Promise<Registration> => {
    // A look that began before, and is answered after, would bring back what was typed before.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, registration);
    return registration;
  };
  const read = async (reading: Promise<DocumentReading>): Promise<DocumentReading> => {
    const read = await reading;
    client.setQueryData(queryKey, (before) => before && { ...before, reading: read });
    return read;
  };
  return {
    look: async () => known(await callAs(userId, readRegistration, {})),
    // Goes on when the page is closed: what was typed last is not lost.
    save: async (body) => known(await callAs(userId, saveRegistration, { body, keepalive: true })),
    async keep(kind, file) {
      const form = new FormData();
      form.append('kind', kind);
      form.append('file', await sendablePicture(file), 'picture');
      const kept = await callAs(userId, uploadEkycImage, { form });
      client.setQueryData(
        queryKey,
        (before) => before && { ...before, pictures: [...before.pictures.filter((one) => one.kind !== kind), kept] },
      );
      return kept;
    },
    readCard: (frontImageId, backImageId) =>
      read(callAs(userId, verifyIdCard, { body: { frontImageId, backImageId } })),
    readPassport: (imageId) => read(callAs(userId, verifyPassport, { body: { imageId } })),
    submit: async () => known(await callAs(userId, submitRegistration, { body: {} })),
  };
}
