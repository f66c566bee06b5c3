/** A channel by which no notice arrives any more: since when, what to do then, and the way to where it is done. */
import type { ChannelStatus } from '@mua/contract/entities/notice-delivery';
import { Link } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/use-format.ts';
import { AttentionItem } from '#pages/account-overview/attention-item.tsx';

export function DeadChannelItem({ status: { channel, failingSince } }: { status: ChannelStatus }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <AttentionItem icon={BellOff} tone="text-danger">
      <Link
        to="/account-overview/alerts"
        className="font-medium hover:text-primary-text hover:underline max-md:inline-block max-md:py-3"
      >
        {t(($) => $.notices.channel[channel])}: {t(($) => $.notices.failing, { time: format.dateTime(failingSince) })}
      </Link>
      <span className="block text-12 text-fg-2">{t(($) => $.notices.mend[channel])}</span>
    </AttentionItem>
  );
}
