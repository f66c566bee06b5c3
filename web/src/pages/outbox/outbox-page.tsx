/** `/dev/outbox`, in a demo only: mail and SMS that were not sent, newest first, with their codes ready to copy. */
import type { OutboxMessage } from '@mua/contract/http/outbox';
import { LIMITS } from '@mua/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Mail, MailOpen, RotateCw, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { CopyButton } from '#design/ui/controls/copy-button.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { outboxQuery } from '#pages/outbox/outbox.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export function OutboxPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.security.outbox.title));
  const { data, error, refetch, isFetching } = useQuery(outboxQuery());
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid w-full max-w-3xl gap-4 p-4 md:py-6">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="flex-1 text-20">{t(($) => $.security.outbox.title)}</h1>
          <Button variant="outline" className="max-md:h-11" busy={isFetching} onClick={() => void refetch()}>
            {!isFetching && <RotateCw aria-hidden />}
            {t(($) => $.security.outbox.refresh)}
          </Button>
          <p className="w-full text-fg-2">{t(($) => $.security.outbox.about)}</p>
        </header>
        {error && !data ? (
          <Card>
            <ErrorPanel
              panel={t(($) => $.security.outbox.panel)}
              code={errorCodeOf(error)}
              onRetry={() => void refetch()}
            />
          </Card>
        ) : !data ? (
          <Card>
            <SkeletonRows rows={6} columns={['text', 'number']} />
          </Card>
        ) : data.length === 0 ? (
          <Card>
            <EmptyState
              icon={MailOpen}
              title={t(($) => $.security.outbox.none)}
              hint={t(($) => $.security.outbox.noneHint)}
            />
          </Card>
        ) : (
          <ul aria-label={t(($) => $.security.outbox.messages)} className="grid gap-3">
            {data.map((message) => (
              <Message key={message.messageId} message={message} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const CODE = new RegExp(`\\b\\d{${LIMITS.otpDigits}}\\b`);

function Message({ message }: { message: OutboxMessage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { channel, to, sentAt, subject, text, language } = message;
  const code = CODE.exec(text)?.[0];
  const Icon = channel === 'email' ? Mail : Smartphone;
  const [before, after] = code === undefined ? [text, ''] : cutAt(text, code);
  return (
    <li data-testid="outbox-message">
      <Card className="grid gap-2 p-4">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-fg-2">
          <Badge>
            <Icon aria-hidden className="size-3" />
            {t(($) => (channel === 'email' ? $.security.outbox.email : $.security.outbox.phone))}
          </Badge>
          <span className="min-w-0 break-all">{t(($) => $.security.outbox.to, { recipient: to })}</span>
          <time dateTime={sentAt} className="ml-auto tabular-nums">
            {format.dateTime(sentAt)}
          </time>
        </div>
        {subject !== null && (
          <h2 lang={language} className="font-medium text-14">
            {subject}
          </h2>
        )}
        <p lang={language} className="whitespace-pre-line break-words text-fg-2">
          {before}
          {code !== undefined && (
            <mark
              data-testid="outbox-code"
              className="rounded-sm bg-primary-soft px-1 font-semibold text-primary-text tabular-nums"
            >
              {code}
            </mark>
          )}
          {after}
        </p>
        {code !== undefined && (
          <CopyButton
            text={code}
            label={t(($) => $.security.outbox.copyCode, { code })}
            className="justify-self-start max-md:h-11"
          />
        )}
      </Card>
    </li>
  );
}

function cutAt(text: string, code: string): readonly [string, string] {
  const start = text.indexOf(code);
  return [text.slice(0, start), text.slice(start + code.length)];
}
