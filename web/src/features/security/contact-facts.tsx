/** Email and phone number of the investor, masked in privacy mode, each with a way to change it. */
import type { OtpChannel } from '@mua/contract/entities/security';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { ChangeContact } from '#features/security/change-contact.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { meQuery } from '#signed-in/accounts.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export function ContactFacts({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: me, error, refetch } = useQuery(meQuery(userId));
  const [changed, setChanged] = useState<OtpChannel | null>(null);
  if (!me) {
    return error ? (
      <ErrorPanel panel={t(($) => $.security.contact.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={2} columns={['text', 'number']} />
    );
  }
  const rows = [
    {
      channel: 'email',
      name: t(($) => $.security.contact.email),
      value: me.email,
      change: t(($) => $.security.contact.changeEmail),
    },
    {
      channel: 'phone',
      name: t(($) => $.security.contact.phone),
      value: me.phoneNumber,
      change: t(($) => $.security.contact.changePhone),
    },
  ] as const;
  return (
    <>
      <p className="text-fg-2">{t(($) => $.security.contact.usedFor)}</p>
      <dl className="divide-y divide-border">
        {rows.map(({ channel, name, value, change }) => (
          <div key={channel} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <dt className="w-28 text-fg-2 max-md:w-full">{name}</dt>
            <dd className="min-w-0 flex-1 truncate font-medium" data-testid={`contact-${channel}`}>
              {format.contact(value)}
            </dd>
            <dd>
              <Button variant="outline" className="max-md:h-11" onClick={() => setChanged(channel)}>
                {change}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {changed && <ChangeContact userId={userId} channel={changed} onClose={() => setChanged(null)} />}
    </>
  );
}
