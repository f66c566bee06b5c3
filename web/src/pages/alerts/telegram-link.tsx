/** Connects the installation's Telegram bot: it is started from an address that is made here, and counts once. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endTelegram, inviteTelegram, lookForTelegram } from '#accounts/notice-delivery.ts';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useSubmission } from '#wire/submission.ts';

interface TelegramLinkProps {
  readonly userId: string;
  readonly isLinked: boolean;
}

export function TelegramLink({ userId, isLinked }: TelegramLinkProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const format = useFormat();
  const { isBusy, refusal, submit } = useSubmission();
  const [invitation, setInvitation] = useState<{ readonly url: string; readonly expiresAt: string } | null>(null);
  const end = async () => {
    setInvitation(null);
    await submit(() => endTelegram(client, userId));
  };
  return (
    <div className="mt-2 grid gap-2 text-12">
      {isLinked && (
        <Button variant="outline" size="sm" className="max-md:h-11" aria-disabled={isBusy} onClick={() => void end()}>
          {t(($) => $.notices.telegram.end)}
        </Button>
      )}
      {!isLinked && invitation === null && (
        <Button
          variant="outline"
          size="sm"
          className="max-md:h-11"
          aria-disabled={isBusy}
          onClick={() => void submit(async () => setInvitation(await inviteTelegram(userId)))}
        >
          {t(($) => $.notices.telegram.connect)}
        </Button>
      )}
      {!isLinked && invitation !== null && (
        <>
          <p className="text-fg-2">
            {t(($) => $.notices.telegram.hint, { time: format.dateTime(invitation.expiresAt) })}
          </p>
          <a
            href={invitation.url}
            target="_blank"
            rel="noreferrer"
            className={buttonVariants({ variant: 'outline', size: 'sm', className: 'max-md:h-11' })}
          >
            {t(($) => $.notices.telegram.open)}
          </a>
          <Button
            variant="ghost"
            size="sm"
            className="max-md:h-11"
            onClick={() => void submit(() => lookForTelegram(client, userId))}
          >
            {t(($) => $.notices.telegram.started)}
          </Button>
        </>
      )}
      <RefusalNote refusal={refusal} />
    </div>
  );
}
