/** The form of a follow. It survives a refusal; the same press twice follows once. */
import type { CopySimulation, ShownStrategy } from '@mua/contract/entities/strategy-figures';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { BeforeAfter } from '#design/ui/figures/figures.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { follow } from '#pages/copy-trade/copies/copies.ts';
import { AccountRadios } from '#pages/copy-trade/follow/account-radios.tsx';
import { SimulationInFull } from '#pages/copy-trade/follow/copy-simulation.tsx';
import type { FollowAccount } from '#pages/copy-trade/follow/follow-accounts.ts';
import {
  type FollowBody,
  type FollowDraft,
  fieldOfRefusal,
  followBody,
  followFaults,
  ratioOf,
  usualLossVnd,
  withRatio,
} from '#pages/copy-trade/follow/follow-draft.ts';
import { LossField, RatioField } from '#pages/copy-trade/follow/follow-fields.tsx';
import { useSimulation } from '#pages/copy-trade/follow/use-simulation.ts';
import { useRequestId } from '#pages/copy-trade/request-id.ts';
import { strategyPositionsQuery } from '#pages/copy-trade/strategies/strategies.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { type Refused, useSubmission } from '#wire/submission.ts';

export interface FollowFormProps {
  readonly userId: string;
  readonly strategy: ShownStrategy;
  readonly accounts: readonly FollowAccount[];
  readonly onClose: () => void;
}

export function FollowForm({ userId, strategy, accounts, onClose }: FollowFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [draft, setDraft] = useState(() => firstDraft(accounts, (vnd) => format.vnd(vnd, { bare: true })));
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sending = useFollowing(userId, strategy, onClose);
  const chosen = accounts.find(({ account }) => account.accountId === draft.accountId);
  // Without a sub-account of one's own: with what the strategy asks for.
  const capitalVnd = chosen?.equityVnd ?? BigInt(strategy.minFollowAmount);
  const simulated = useSimulation(userId, strategy.strategyId, { capitalVnd, ratio: ratioOf(draft) });
  const faults = followFaults(draft, chosen?.equityVnd);
  const shown = isTried ? faults : {};
  const refusedAt = sending.refusal && fieldOfRefusal(sending.refusal.code);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    const body = followBody(draft, chosen?.equityVnd);
    if (body) void sending.send(body);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form ref={form} noValidate onSubmit={send} className="flex min-h-0 flex-1 flex-col" data-testid="follow-form">
      <div className="grid content-start gap-4 p-4">
        <AccountRadios
          accounts={accounts}
          minVnd={BigInt(strategy.minFollowAmount)}
          value={draft.accountId}
          error={
            refusedAt === 'account' && sending.refusal
              ? writtenError({ t, format }, sending.refusal)
              : shown.account && t(($) => $.strategies.follow.fault.account)
          }
          onChoose={(accountId) => setDraft({ ...draft, accountId })}
        />
        <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
          <RatioField draft={draft} fault={shown.ratio} onDraft={setDraft} />
          <LossField draft={draft} fault={shown.loss} equityVnd={chosen?.equityVnd} onDraft={setDraft} />
        </div>
        <OpenPositionsChoice userId={userId} strategyId={strategy.strategyId} draft={draft} onDraft={setDraft} />
        <Simulation query={simulated} strategy={strategy} draft={draft} onDraft={setDraft} />
      </div>
      <Confirmation chosen={chosen} isBusy={sending.isBusy}>
        <NothingCopied simulation={simulated.isCurrent ? simulated.data : undefined} draft={draft} />
        {sending.refusal && (
          <RefusalNote refusal={sending.refusal}>
            <RefusalWay refusal={sending.refusal} />
          </RefusalNote>
        )}
      </Confirmation>
    </form>
  );
}

/** What lacks is what has to be paid in. */
function RefusalWay({ refusal: { code, facts } }: { readonly refusal: Refused }) {
  const { min, equity } = facts;
  const missing = min !== undefined && equity !== undefined ? (BigInt(min) - BigInt(equity)).toString() : facts.missing;
  return <WayOn code={code} facts={missing === undefined ? {} : { missing }} />;
}

function firstDraft(accounts: readonly FollowAccount[], written: (vnd: bigint) => string): FollowDraft {
  const first = accounts.find(({ bar }) => bar === null);
  return {
    accountId: first?.account.accountId ?? null,
    ratio: '0.5',
    typedRatio: '',
    typedLoss: first ? written(usualLossVnd(first.equityVnd)) : '',
    copiesOpenPositions: false,
  };
}

function useFollowing(userId: string, strategy: ShownStrategy, onClose: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isBusy, refusal, submit } = useSubmission();
  const request = useRequestId();
  const send = async (body: FollowBody) => {
    if (isBusy) return;
    const clientRequestId = request.of(body);
    await submit(async () => {
      const { copyTraderId: copyId } = await follow(client, userId, {
        strategyId: strategy.strategyId,
        body: { ...body, clientRequestId },
      });
      onClose();
      await navigate({ to: '/account-overview/copy-trade/trading/{-$copyId}', params: { copyId } });
      await notifyDone(t(($) => $.strategies.follow.done, { strategy: strategy.name }));
    });
  };
  return { isBusy, refusal, send };
}

interface OpenPositionsChoiceProps {
  readonly userId: string;
  readonly strategyId: string;
  readonly draft: FollowDraft;
  readonly onDraft: (draft: FollowDraft) => void;
}

function OpenPositionsChoice({ userId, strategyId, draft, onDraft }: OpenPositionsChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const { data } = useQuery(strategyPositionsQuery(userId, strategyId));
  const count = data?.length ?? 0;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-0.5">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={draft.copiesOpenPositions}
        aria-describedby={`${id}-hint`}
        onCheckedChange={(on) => onDraft({ ...draft, copiesOpenPositions: on === true })}
        data-testid="follow-open-positions"
      />
      <label htmlFor={id} className="cursor-pointer">
        {count === 0
          ? t(($) => $.strategies.follow.noOpen)
          : t(($) => $.strategies.follow.open, { count, positions: format.volume(count) })}
      </label>
      <p id={`${id}-hint`} className="col-start-2 text-12 text-fg-3">
        {t(($) => $.strategies.follow.openHint)}
      </p>
    </div>
  );
}

interface SimulationProps extends Pick<OpenPositionsChoiceProps, 'draft' | 'onDraft'> {
  readonly query: ReturnType<typeof useSimulation>;
  readonly strategy: ShownStrategy;
}

function Simulation({ query, strategy, draft, onDraft }: SimulationProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const ratio = ratioOf(draft);
  return (
    <Answered
      query={query}
      panel={t(($) => $.strategies.simulation)}
      waiting={<SkeletonRows rows={9} columns={['text', 'number', 'number']} />}
    >
      {(simulation) => (
        <>
          <SimulationInFull
            simulation={simulation}
            ratio={ratio ?? '1'}
            performanceFeeRate={strategy.performanceFeeRate}
            onTry={(better) => onDraft(withRatio(draft, better, format.plain(better)))}
          />
          <p className="flex flex-wrap justify-between gap-x-3 text-12 text-fg-2 tabular-nums">
            {t(($) => $.strategies.marginUse)}
            <BeforeAfter before={format.ratio('0', 0)} after={format.ratio(simulation.maxMarginUse, 0)} />
          </p>
        </>
      )}
    </Answered>
  );
}

interface NothingCopiedProps {
  readonly simulation: CopySimulation | undefined;
  readonly draft: FollowDraft;
}

/** Beside the button: who presses it would pay for nothing. */
function NothingCopied({ simulation, draft }: NothingCopiedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const ratio = ratioOf(draft);
  const isNothing = simulation !== undefined && simulation.total > 0 && simulation.copied === 0;
  return (
    <p role="status" className="text-12 text-warning empty:hidden" data-testid="copies-nothing">
      {isNothing &&
        ratio !== undefined &&
        t(($) => $.strategies.copiesNothing, { ratio: format.plain(ratio), since: format.date(simulation.since) })}
    </p>
  );
}

interface ConfirmationProps {
  readonly chosen: FollowAccount | undefined;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

function Confirmation({ chosen, isBusy, children }: ConfirmationProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <footer className="sticky bottom-0 mt-auto low:static grid gap-2 border-border border-t bg-surface p-4">
      {children}
      <Button
        type="submit"
        size="send"
        className="w-full"
        busy={isBusy}
        busyLabel={t(($) => $.strategies.follow.sending)}
        data-testid="follow-send"
      >
        {chosen
          ? t(($) => $.strategies.follow.send, { account: format.accountNumber(chosen.account.subAccountCode) })
          : t(($) => $.strategies.follow.chooseFirst)}
      </Button>
      <p className="text-center text-11 text-fg-3">{t(($) => $.strategies.follow.lossHint)}</p>
    </footer>
  );
}
