/** Each channel: where it reaches its reader, when it last did, whether it is dead and what to do then, and a test. */
import {
  CHAT_CHANNELS,
  type ChannelStatus,
  type ChatChannel,
  type NoticeChannel,
} from '@mua/contract/entities/notice-delivery';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  BellRing,
  Check,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquare,
  Send,
  TriangleAlert,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTesting, testChannel } from '#accounts/notice-delivery.ts';
import { cn } from '#design/class-names.ts';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { type Format, useFormat } from '#i18n/use-format.ts';
import { usePushHere } from '#pages/alerts/push-device-card.tsx';
import { useSubmission } from '#wire/submission.ts';

/** Most installations have no account at a messenger. */
const ChatLink = lazy(async () => ({ default: (await import('#pages/alerts/chat-link.tsx')).ChatLink }));

const CHATS: ReadonlySet<string> = new Set(CHAT_CHANNELS);
const isChat = (channel: NoticeChannel): channel is ChatChannel => CHATS.has(channel);

const ICONS: Readonly<Record<NoticeChannel, LucideIcon>> = {
  push: BellRing,
  mail: Mail,
  sms: MessageSquare,
  telegram: Send,
  zalo: MessageCircle,
};

interface ChannelCardsProps {
  readonly userId: string;
  readonly channels: readonly ChannelStatus[];
}

export function ChannelCards({ userId, channels }: ChannelCardsProps) {
  const { t } = useTranslation();
  // Of accounts at messengers, which an installation may have or not, nobody has to know that it has none.
  const shown = channels.filter(({ channel, isOffered }) => isOffered || !isChat(channel));
  return (
    <section aria-label={t(($) => $.notices.channels)} className="flex flex-wrap gap-3">
      {shown.map((status) => (
        <ChannelCard key={status.channel} userId={userId} status={status} />
      ))}
    </section>
  );
}

function ChannelCard({ userId, status }: { userId: string; status: ChannelStatus }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { channel, address, isOffered, failingSince } = status;
  const Icon = ICONS[channel];
  const isDead = failingSince !== null;
  return (
    <Card
      data-testid={`channel-${channel}`}
      className={cn(
        // Side by side, as many as fit, and no row with a hole; invitations to messengers come last, in a row of their own.
        'grid min-w-0 grow basis-full content-start gap-1 p-4 md:basis-50 has-data-invitation:md:order-last has-data-invitation:md:basis-100',
        isDead && 'border-danger',
      )}
    >
      <h2 className="flex items-center gap-2 font-semibold text-14">
        <Icon aria-hidden className="size-4 shrink-0 text-fg-2" />
        {t(($) => $.notices.channel[channel])}
      </h2>
      {!isOffered ? (
        <p className="text-12 text-fg-3">{t(($) => $.notices.notOffered)}</p>
      ) : (
        <>
          <p className="truncate text-12 text-fg-2">
            {address === null && t(($) => $.notices.noAddress[channel])}
            {address !== null && (channel === 'push' ? address : format.contact(address))}
          </p>
          <Stand status={status} />
          {isDead && <WayToMend channel={channel} />}
          {channel === 'zalo' && address !== null && !isDead && (
            <p className="text-12 text-fg-2">{t(($) => $.notices.zaloWindow)}</p>
          )}
          {address !== null && <TestButton userId={userId} status={status} />}
          {address === null && channel === 'push' && <PushHereButton userId={userId} />}
          {isChat(channel) && (
            <Suspense>
              <ChatLink userId={userId} channel={channel} isLinked={address !== null} />
            </Suspense>
          )}
        </>
      )}
    </Card>
  );
}

function Stand({ status: { lastSentAt, lastTookMs, failingSince } }: { status: ChannelStatus }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (failingSince !== null)
    return (
      <p className="flex items-center gap-1.5 text-12 text-danger">
        <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
        {t(($) => $.notices.failing, { time: format.dateTime(failingSince) })}
      </p>
    );
  if (lastSentAt === null) return <p className="text-12 text-fg-3">{t(($) => $.notices.never)}</p>;
  const time = format.dateTime(lastSentAt);
  return (
    <p className="flex items-center gap-1.5 text-12 text-fg-3">
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-up" />
      {lastTookMs === null
        ? t(($) => $.notices.arrivedPlain, { time })
        : t(($) => $.notices.arrived, { replace: { time, seconds: secondsOf(format, lastTookMs) } })}
    </p>
  );
}

/** Tenths, rounded up: nothing takes no time. */
function secondsOf(format: Format, tookMs: number): string {
  return format.plain((Math.max(1, Math.ceil(tookMs / 100)) / 10).toFixed(1));
}

function WayToMend({ channel }: { channel: NoticeChannel }) {
  const { t } = useTranslation();
  return (
    <p className="text-12 text-fg-2">
      {t(($) => $.notices.mend[channel])}{' '}
      {(channel === 'mail' || channel === 'sms') && (
        <Link
          to="/account-overview/contact-information"
          className={buttonVariants({ variant: 'link', size: 'sm', className: 'max-md:h-11' })}
        >
          {t(($) => $.notices.toContact)}
        </Link>
      )}
    </p>
  );
}

/** The way that every notice goes; what became of it stands here until the page is left. */
function TestButton({ userId, status }: { userId: string; status: ChannelStatus }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const format = useFormat();
  const { isBusy, refusal, submit } = useSubmission();
  const [hasAsked, setHasAsked] = useState(false);
  const { channel, test } = status;
  const isUnderWay = isBusy || isTesting(status);
  const ask = async () => {
    if (isUnderWay) return;
    const refused = await submit(() => testChannel(client, userId, channel));
    setHasAsked(refused === null);
  };
  const shown = hasAsked && !isUnderWay ? test : null;
  const replace = { channel: t(($) => $.notices.channel[channel]) };
  return (
    <div className="mt-2 grid gap-2">
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11"
        aria-label={t(($) => $.notices.testNamed, { replace })}
        aria-disabled={isUnderWay || undefined}
        onClick={() => void ask()}
      >
        {isUnderWay ? t(($) => $.notices.testing) : t(($) => $.notices.test)}
      </Button>
      <p role="status" data-testid={`tested-${channel}`} className="text-12 empty:hidden">
        {shown?.state === 'SENT' && (
          <span className="flex items-center gap-1.5 text-up">
            <Check aria-hidden className="size-3.5" />
            {t(($) => $.notices.tested, { seconds: secondsOf(format, shown.tookMs ?? 0) })}
          </span>
        )}
        {(shown?.state === 'FAILED' || shown?.state === 'SKIPPED') && (
          <span className="text-danger">
            {t(($) => $.notices.testFailed, { cause: t(($) => $.notices.cause[shown.cause ?? 'NotTaken']) })}
          </span>
        )}
      </p>
      <RefusalNote refusal={refusal} />
    </div>
  );
}

/** Where nothing is on yet. */
function PushHereButton({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { stand, isBusy, refusal, switchHere } = usePushHere(userId);
  if (stand !== 'able') return null;
  return (
    <div className="mt-2 grid gap-2">
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11"
        aria-disabled={isBusy || undefined}
        onClick={() => switchHere(true)}
      >
        {t(($) => $.notices.push.here)}
      </Button>
      <RefusalNote refusal={refusal} />
    </div>
  );
}
