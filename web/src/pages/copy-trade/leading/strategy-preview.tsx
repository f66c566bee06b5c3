/** Beside the form: what followers will see of what is typed. */
import { readTypedVnd } from '@mua/core/values';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#design/ui/figures/avatar.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { copyFeeText } from '#pages/copy-trade/copy-texts.ts';
import { readPercent, type StrategyDraft } from '#pages/copy-trade/leading/strategy-draft.ts';
import { useActiveInvestor } from '#signed-in/accounts.ts';

export function StrategyPreview({ draft }: { readonly draft: StrategyDraft }) {
  const { t } = useTranslation();
  const format = useFormat();
  const me = useActiveInvestor();
  const title = t(($) => $.leading.preview);
  const fee = readTypedVnd(draft.copyFee);
  const least = readTypedVnd(draft.minFollowAmount);
  const rate = readPercent(draft.performanceFeeRate);
  const fees = { copyFee: fee?.toString() ?? '', paymentPeriod: draft.paymentPeriod, performanceFeeRate: '0' };
  return (
    <Card aria-label={title} className="grid content-start gap-3 max-md:p-4">
      <h2 className="text-14">{title}</h2>
      <div className="flex items-center gap-2.5">
        <Avatar name={me?.fullName ?? ''} className="size-9" />
        <div className="min-w-0">
          <p className="break-words font-medium">{draft.name.trim() || MISSING}</p>
          <p className="text-12 text-fg-3">{me?.fullName ?? MISSING}</p>
        </div>
      </div>
      <p className="line-clamp-5 break-words text-12 text-fg-2">{draft.description.trim() || MISSING}</p>
      <dl className="text-12 tabular-nums">
        <Line name={t(($) => $.strategies.followers)}>{MISSING}</Line>
        <Line name={t(($) => $.strategies.drawdown)}>{MISSING}</Line>
        <Line name={t(($) => $.strategies.copyFee)}>
          {fee === undefined ? MISSING : copyFeeText({ t, format }, fees)}
        </Line>
        <Line name={t(($) => $.strategies.performanceFee)}>
          {rate === undefined ? MISSING : t(($) => $.strategies.aboveHigh, { rate: `${format.plain(rate)}%` })}
        </Line>
        <Line name={t(($) => $.strategies.minFollow)}>{least === undefined ? MISSING : format.vnd(least)}</Line>
      </dl>
      <p className="text-12 text-fg-3">{t(($) => $.leading.never)}</p>
    </Card>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3 border-border border-b py-1.5">
      <dt className="text-fg-2">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}
