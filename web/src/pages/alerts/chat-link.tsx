/** Links a messenger: a code that is made here is shown in the chat, once, and this page sees when it was. */
import type { ChatChannel, ChatInvitation } from '@mua/contract/entities/notice-delivery';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endChat, inviteChat, noticeDeliveryQuery } from '#accounts/notice-delivery.ts';
import { serverNowMs, useEverySecond } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { CopyButton } from '#design/ui/controls/copy-button.tsx';
import { ConfirmDialog } from '#design/ui/dialogs/confirm-dialog.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
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
  const [isNew, setNew] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // A code that was sent in its last second is seen a look later.
  const isOver = useEverySecond(() => invitation !== null && hasEnded(invitation));
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Somebody comes back from their messenger, and the link that they went by is gone.
  const keptFocus = useKeptFocus(box, { otherwise: () => button.current });
  if (isLinked && invitation !== null) {
    setInvitation(null);
    setNew(true);
  }
  const invite = () => void submit(async () => setInvitation(await inviteChat(userId, channel)));
  const end = async () => {
    setNew(false);
    await submit(() => endChat(client, userId, channel));
  };
  const isInvited = !isLinked && invitation !== null;
  const isOpen = isInvited && !isOver;
  return (
    <div ref={box} {...keptFocus} className="relative mt-2 grid gap-2 text-12">
      {isOpen && <Invitation channel={channel} invitation={invitation} />}
      <p role="status" className="text-fg-2 empty:sr-only">
        {isInvited && t(($) => (isOver ? $.notices.chat.over : $.notices.chat.waiting))}
        {isLinked && isNew && t(($) => $.notices.chat.linked)}
      </p>
      {(isOpen || (isLinked && isNew)) && <Looking userId={userId} />}
      <Button
        ref={button}
        variant={isOpen ? 'ghost' : 'outline'}
        size="sm"
        className={cn('max-md:h-11', isOpen && 'md:-ml-2 md:justify-self-start')}
        busy={isBusy}
        onClick={isLinked ? () => setAsking(true) : invite}
      >
        {isLinked && t(($) => $.notices.chat[channel].end)}
        {isInvited && t(($) => $.notices.chat.again)}
        {!isLinked && !isInvited && t(($) => $.notices.chat[channel].connect)}
      </Button>
      <RefusalNote refusal={refusal} />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`${t(($) => $.notices.chat[channel].end)}?`}
        body={t(($) => $.notices.chat.endBody)}
        action={t(($) => $.notices.chat[channel].end)}
        onConfirm={() => void end()}
      />
    </div>
  );
}

/** For the link, and then for the name: Zalo tells it a moment after. */
function Looking({ userId }: { userId: string }) {
  useQuery({ ...noticeDeliveryQuery(userId), refetchInterval: LOOK_MS });
  return null;
}

function hasEnded({ expiresAt }: ChatInvitation): boolean {
  return serverNowMs() >= Date.parse(expiresAt) + LOOK_MS;
}

interface InvitationProps {
  readonly channel: ChatChannel;
  readonly invitation: ChatInvitation;
}

function Invitation({ channel, invitation: { url, code, expiresAt } }: InvitationProps) {
  const { t } = useTranslation();
  const format = useFormat();
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
      </div>
    </div>
  );
}
