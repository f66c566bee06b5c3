/** Links a messenger: a code that is made here is shown in the chat, once, and this page sees when it was. */
import type { ChatChannel, ChatInvitation } from '@mua/contract/entities/notice-delivery';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endChat, inviteChat, noticeDeliveryQuery } from '#accounts/notice-delivery.ts';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { CopyButton } from '#design/ui/controls/copy-button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { QrCode } from '#features/security/qr-code.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useSubmission } from '#wire/submission.ts';

/** While somebody is in their messenger. */
const LOOK_MS = 3_000;

interface ChatLinkProps {
  readonly userId: string;
  readonly channel: ChatChannel;
  readonly isLinked: boolean;
}

export function ChatLink({ userId, channel, isLinked }: ChatLinkProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, refusal, submit } = useSubmission();
  const [invitation, setInvitation] = useState<ChatInvitation | null>(null);
  const invite = () => void submit(async () => setInvitation(await inviteChat(userId, channel)));
  const end = async () => {
    setInvitation(null);
    await submit(() => endChat(client, userId, channel));
  };
  const isInvited = !isLinked && invitation !== null;
  return (
    <div className="mt-2 grid gap-2 text-12">
      {isInvited && <Invitation userId={userId} channel={channel} invitation={invitation} />}
      <Button
        variant={isInvited ? 'ghost' : 'outline'}
        size="sm"
        className="max-md:h-11"
        aria-disabled={isBusy || undefined}
        onClick={isLinked ? () => void end() : invite}
      >
        {isLinked && t(($) => $.notices.chat[channel].end)}
        {isInvited && t(($) => $.notices.chat.again)}
        {!isLinked && !isInvited && t(($) => $.notices.chat[channel].connect)}
      </Button>
      <RefusalNote refusal={refusal} />
    </div>
  );
}

interface InvitationProps {
  readonly userId: string;
  readonly channel: ChatChannel;
  readonly invitation: ChatInvitation;
}

function Invitation({ userId, channel, invitation: { url, code, expiresAt } }: InvitationProps) {
  const { t } = useTranslation();
  const format = useFormat();
  useQuery({ ...noticeDeliveryQuery(userId), refetchInterval: LOOK_MS });
  return (
    <div data-invitation className="grid gap-x-6 gap-y-2 md:grid-cols-[auto_minmax(0,1fr)]">
      <QrCode
        text={url}
        label={t(($) => $.notices.chat.qr, { replace: { channel: t(($) => $.notices.channel[channel]) } })}
        className="size-36 rounded-md max-md:hidden"
      />
      <div className="grid content-start gap-2 md:justify-items-start">
        <p className="text-fg-2">{t(($) => $.notices.chat[channel].hint, { time: format.dateTime(expiresAt) })}</p>
        {code !== null && (
          <div className="flex flex-wrap items-center gap-2">
            <output data-testid={`code-${channel}`} className="num select-all font-semibold text-20 text-foreground">
              {code}
            </output>
            <CopyButton text={code} label={t(($) => $.notices.chat.copy)} className="max-md:h-11" />
          </div>
        )}
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={buttonVariants({ variant: 'outline', size: 'sm', className: 'max-md:h-11' })}
        >
          {t(($) => $.notices.chat[channel].open)}
        </a>
        <p role="status" className="text-fg-3">
          {t(($) => $.notices.chat.waiting)}
        </p>
      </div>
    </div>
  );
}
