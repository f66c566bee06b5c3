/** Looks after this browser's subscription to Web Push, where it has one for whoever is here. Shows nothing. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readOwnPush } from '#session/own-push.ts';
import { useActiveUser } from '#signed-in/actor.ts';

export function OwnPush() {
  const client = useQueryClient();
  const userId = useActiveUser();
  useEffect(() => {
    if (userId === null || readOwnPush()?.userId !== userId) return;
    // What fails now is done when the next page opens.
    void import('#accounts/own-browser.ts')
      .then(({ lookAfterHere }) => lookAfterHere(client, userId))
      .catch(() => undefined);
  }, [client, userId]);
  return null;
}
