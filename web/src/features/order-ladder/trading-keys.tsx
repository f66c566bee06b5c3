/**
 * Orders by keys on the desk, with or without the ladder: the lock that both have, always seen, and the question of the
 * first press, which says what the second one sends. With one step chosen on this device the first press sends. Keys that
 * send nothing themselves need no lock: lots, exits, a dialog.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots } from '@mua/core/values';
import { Keyboard, Lock, LockOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Arming, useArming } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import { KeyCaps } from '#design/ui/controls/key-caps.tsx';
import { openAlerts } from '#desk/open-alerts.ts';
import { askOfTrading } from '#desk/trading-question.ts';
import { exitsText } from '#features/order-ladder/exits-text.ts';
import { type KeyOrder, type OrderKey, useKeyOrders } from '#features/order-ladder/key-orders.ts';
import { LOTS_PRESETS, lotsFaultText } from '#features/order-ladder/ladder-lots.tsx';
import { say } from '#features/order-ladder/say.ts';
import type { HeldPosition } from '#features/order-ladder/use-exits-along.ts';
import { type OrderControls, useOrderControls } from '#features/order-ladder/use-order-controls.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { protectionOf } from '#orders/protection.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { useKeysOf, useShortcut } from '#session/shortcuts.ts';
import { type AccountActor, useActiveUser } from '#signed-in/actor.ts';

export function TradingKeys({ contract }: { contract: Contract }) {
  const isSignedIn = useActiveUser() !== null;
  return isSignedIn ? <SignedInKeys contract={contract} /> : null;
}

function SignedInKeys({ contract }: { contract: Contract }) {
  const controls = useOrderControls(contract);
  const { asked, arming } = useOrderKeys(contract, controls);
  useLotsKeys(controls);
  useExitsKey(contract, controls);
  useDialogKeys(contract, controls);
  return (
    <>
      <KeysSwitch controls={controls} />
      {asked && <Question asked={asked} arming={arming} />}
    </>
  );
}

interface Asked extends KeyOrder {
  readonly name: OrderKey;
}

function useOrderKeys(contract: Contract, { arm: { isArmed }, ...controls }: OrderControls) {
  const isOneStep = useOneStep((state) => state.isOneStep);
  const orderOf = useKeyOrders(contract, controls);
  const arming = useArming();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { disarm } = arming;
  // Locked, or with other lots: what was asked is not what would be meant.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lots are the reason.
  useEffect(() => {
    setAsked(null);
    disarm();
  }, [isArmed, controls.lots, disarm]);
  const press = (name: OrderKey) => {
    const answer = orderOf(name);
    if ('obstacle' in answer) return say(answer.obstacle);
    const { order } = answer;
    if (isOneStep) return order.send();
    const readiness = asked?.name === name && asked.terms === order.terms ? arming.stand() : 'none';
    if (readiness === 'pausing') return;
    if (readiness === 'none') {
      setAsked({ name, ...order });
      return arming.arm();
    }
    // The order that was asked for, at the price that was read, whatever the market did since.
    asked?.send();
    setAsked(null);
    disarm();
  };
  useShortcut('buyMarket', () => press('buyMarket'), isArmed);
  useShortcut('sellMarket', () => press('sellMarket'), isArmed);
  useShortcut('buyBid', () => press('buyBid'), isArmed);
  useShortcut('sellAsk', () => press('sellAsk'), isArmed);
  useShortcut('flatten', () => press('flatten'), isArmed);
  useShortcut('reverse', () => press('reverse'), isArmed);
  const { cancelSide, cancelAll } = controls.orders;
  useShortcut('cancelBids', () => cancelSide('BUY'), isArmed);
  useShortcut('cancelAsks', () => cancelSide('SELL'), isArmed);
  useShortcut('cancelOrders', cancelAll, isArmed);
  return { asked: arming.sinceMs === null ? null : asked, arming };
}

function useLotsKeys({ setLotsText, maxLots }: OrderControls): void {
  const { t } = useTranslation();
  const format = useFormat();
  const [first, second, third, fourth] = LOTS_PRESETS;
  const choose = (preset: Lots) => {
    if (maxLots !== null && preset > maxLots) return say(lotsFaultText({ t, format }, maxLots));
    setLotsText(String(preset));
  };
  useShortcut('lots1', () => choose(first));
  useShortcut('lots2', () => choose(second));
  useShortcut('lots3', () => choose(third));
  useShortcut('lots4', () => choose(fourth));
}

/** The ladder's switch may be out of sight, so the key says what it has changed. */
function useExitsKey({ code }: Contract, { exits, setExitsOn }: OrderControls): void {
  const { t } = useTranslation();
  useShortcut('exits', () => {
    if (exits === null) return say(t(($) => $.ladder.keys.noExits, { code }));
    setExitsOn(!exits.isOn);
    say(t(($) => $.ladder.keys[exits.isOn ? 'exitsOff' : 'exitsOn'], { exits: exitsText(t, exits) }));
  });
}

/** What they open asks before it sends anything, the ticket too. */
function useDialogKeys({ code }: Contract, { actor, position }: OrderControls): void {
  const { t } = useTranslation();
  const withPosition = (act: (owner: AccountActor, held: HeldPosition) => void) => () => {
    if (position === undefined) return say(t(($) => $.commands.unknownPosition, { code }));
    if (actor === null || position === null) return say(t(($) => $.commands.noPosition, { code }));
    act(actor, position);
  };
  useShortcut('priceAlert', () => openAlerts({ contractCode: code }));
  useShortcut(
    'rollPosition',
    withPosition((owner) => askOfTrading({ kind: 'roll', actor: owner, contractCode: code })),
  );
  useShortcut(
    'closePart',
    withPosition((owner) => askOfTrading({ kind: 'closePart', actor: owner, contractCode: code })),
  );
  useShortcut(
    'protectPosition',
    withPosition((owner, { side, lots }) =>
      useTicketDraft.getState().fill(protectionOf({ contractCode: code, owner, side, lots })),
    ),
  );
}

function KeysSwitch({ controls: { arm, bar, lots } }: { controls: OrderControls }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { isArmed } = arm;
  const Icon = isArmed ? LockOpen : Lock;
  const hint = t(($) => (isArmed ? $.ladder.keys.armedHint : $.ladder.keys.lockedHint));
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isArmed}
      aria-label={t(($) => $.ladder.keys.name)}
      title={bar === null ? hint : t(($) => $.ladder.barred[bar])}
      disabled={bar !== null}
      data-testid="keys-arm"
      onClick={isArmed ? arm.disarm : arm.arm}
      className={cn(
        'flex h-7 shrink-0 items-center gap-1.5 rounded-md border px-2 font-medium text-12 tabular-nums disabled:border-border disabled:text-disabled',
        isArmed ? 'border-warning bg-warning-soft text-warning' : 'border-border text-fg-2 hover:bg-surface-3',
      )}
    >
      <Keyboard aria-hidden className="size-4" />
      {isArmed && lots !== null && lotsText({ t, format }, lots)}
      <Icon aria-hidden className="size-3.5" />
    </button>
  );
}

function Question({ asked, arming }: { asked: Asked; arming: Arming }) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      data-testid="keys-question"
      className="-translate-x-1/2 fixed bottom-12 left-1/3 z-40 flex items-center gap-2 rounded-md border border-warning bg-warning-soft px-3 py-2 font-medium text-13 text-foreground shadow-float"
    >
      <span>{asked.text}</span>
      <KeyCaps keys={useKeysOf(asked.name)} />
      <span className="text-fg-2">{t(($) => $.ladder.keys.again)}</span>
      <span aria-hidden className="text-12 text-fg-3 tabular-nums">
        {arming.secondsLeft}
      </span>
    </div>
  );
}
