/**
 * Shows the margin state of the sub-account on every page: which level, the shortfall, the time left. The wording is
 * that of the mailbox message about it.
 */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import type { MarginStatus } from '@mua/contract/entities/margin';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markMarginRead } from '#accounts/mailbox-changes.ts';
import { serverNowMs, useEverySecond } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { type AccountFigureName, AccountFigures } from '#features/margin-levels/account-figures.tsx';
import { noticeText } from '#i18n/notice-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { marginStatusQuery, useTradingAccount } from '#signed-in/accounts.ts';
import { type AccountActor, useActiveUser } from '#signed-in/actor.ts';

export function MarginAlert() {
  const userId = useActiveUser();
  const account = useTradingAccount();
  return userId !== null && account ? <AlertOf userId={userId} accountId={account.accountId} /> : null;
}

function AlertOf({ userId, accountId }: { userId: string; accountId: string }) {
  const { data: margin } = useQuery(marginStatusQuery(userId, accountId));
  const message = margin && marginLevelMessage(margin);
  return message ? (
    <Alert
      key={`${margin.ladder?.rung} ${message.code}`}
      actor={{ userId, accountId }}
      message={message}
      isGrave={message.code !== 'Margin100'}
      shortfall={shortfallOf(message)}
    />
  ) : null;
}

/** The figures that the level is based on; the others are with the positions. */
const ALERT_FIGURES: readonly AccountFigureName[] = ['equity', 'requiredMargin', 'missing'];

type MarginLevelMessage = Pick<MailboxMessage, 'code' | 'facts' | 'reason'>;

/** What a deposit must bring so that this is over; null once positions are being closed. */
function shortfallOf({ facts }: MarginLevelMessage): number | null {
  const missing = Number(facts.toLift ?? facts.missing);
  return missing > 0 ? missing : null;
}

interface AlertProps {
  readonly actor: AccountActor;
  readonly message: MarginLevelMessage;
  readonly isGrave: boolean;
  readonly shortfall: number | null;
}

function Alert({ actor, message, isGrave, shortfall }: AlertProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // Updated every second, so that the countdown runs.
  useEverySecond(() => Math.floor(serverNowMs() / 1000));
  const { title, body } = noticeText({ t, format }, message, serverNowMs());
  const [isSeen, see] = useSeen(actor);
  return (
    <div
      role="status"
      data-testid="margin-alert"
      className={cn(
        'flex shrink-0 items-start gap-2 border-border border-b px-4 py-2',
        isGrave ? 'bg-danger-soft' : 'bg-warning-soft',
      )}
    >
      <TriangleAlert aria-hidden className={cn('mt-0.5 size-4 shrink-0', isGrave ? 'text-danger' : 'text-warning')} />
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1.5 md:grid-cols-[minmax(0,1fr)_auto]">
        <p>
          <span className="mr-2 font-semibold tabular-nums">{title}</span>
          <span className="text-12">{body}</span>
          {shortfall !== null && (
            <Link
              to="/account-overview/deposit"
              search={{ amount: shortfall }}
              data-testid="margin-topup"
              onClick={see}
              className="ml-2 inline-block whitespace-nowrap font-medium underline underline-offset-2 max-md:py-3"
            >
              {t(($) => $.shell.action.topup, { missing: format.vnd(BigInt(shortfall)) })}
            </Link>
          )}
          {!isSeen && (
            <Button variant="outline" size="sm" className="ml-2 max-md:h-11" data-testid="margin-seen" onClick={see}>
              {t(($) => $.shell.action.seen)}
            </Button>
          )}
        </p>
        <AccountFigures isAsReported figures={ALERT_FIGURES} className="flex flex-wrap gap-x-5 gap-y-1" />
      </div>
    </div>
  );
}

/**
 * Whether its owner said of this level that they know, and how they say it: its notices are read then, and go no further.
 * A page that only stands open says nothing.
 */
function useSeen(actor: AccountActor): readonly [boolean, () => void] {
  const client = useQueryClient();
  const [isSeen, setSeen] = useState(false);
  const see = async () => {
    setSeen(true);
    await markMarginRead(client, actor);
  };
  // What could not be marked goes further, and may be said again.
  return [isSeen, () => void see().catch(() => setSeen(false))];
}

/** Returns the message for the account's margin state; null when healthy. */
export function marginLevelMessage({ accountId, marginRatio, ladder }: MarginStatus): MarginLevelMessage | null {
  if (ladder === null || (ladder.rung === 'NONE' && ladder.deadline === null && !ladder.isLiquidating)) return null;
  const ratio = marginRatio ?? '';
  const { levels, deadline, missing, toLift } = ladder;
  if (ladder.isLiquidating) return { code: 'Margin20', facts: { ratio, target: String(levels.target) }, reason: null };
  if (deadline !== null) {
    const facts = { ratio, toLift, liftRatio: String(levels.lift), deadline };
    return { code: 'Margin40', facts, reason: null };
  }
  return { code: 'Margin100', facts: { ratio, account: accountId, missing }, reason: null };
}
