/**
 * Reads and changes price alerts of a sub-account: the server watches the market, so they wait with every page closed.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { AlertSubject, PriceAlert } from '@mua/contract/entities/price-alert';
import { createPriceAlert, deletePriceAlert, listPriceAlerts, updatePriceAlert } from '@mua/contract/http/price-alerts';
import type { BodyOf } from '@mua/contract/route';
import { type AlertDirection, priceToText, type Ticks } from '@mua/core/values';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { subscribeAccountEvents } from '#ledger/account-events.ts';
import { publishAlertUpdate } from '#lists/alert-updates.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs, useActiveUser } from '#signed-in/actor.ts';
import { refusalIn } from '#wire/call.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export type NewAlert = BodyOf<typeof createPriceAlert>;
export type AlertChange = BodyOf<typeof updatePriceAlert>;

const MOVED_MS = 15_000;

function isFollowing({ isActive, follows }: PriceAlert): boolean {
  return isActive && follows !== null;
}

/** What an alert waits for, to set it again. */
export function subjectOf({ price, follows, drawingId }: PriceAlert): AlertSubject {
  const target = follows ? { follows } : price === null ? {} : { price };
  return { ...target, ...(drawingId === null ? {} : { drawingId }) };
}

/** The alerts come newest first: waiting ones, and those that are over. */
export function alertsQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'alerts', accountId] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listPriceAlerts, { params: { accountId }, signal })).items,
    // What they follow moves.
    refetchInterval: ({ state }) => (state.data?.some(isFollowing) ? MOVED_MS : false),
  });
}

/**
 * Creates an alert. Throws `CallError`, as the others do. If one already waits for the same price, that one is
 * returned.
 */
export async function createAlert(client: QueryClient, actor: AccountActor, terms: NewAlert): Promise<PriceAlert> {
  const { accountId } = actor;
  const alert = await callAs(actor.userId, createPriceAlert, { params: { accountId }, body: terms });
  lay(client, actor, (known) => [alert, ...known.filter(({ alertId }) => alertId !== alert.alertId)]);
  const more = wishedBeyond(alert, terms);
  return more ? changeAlert(client, actor, { alertId: alert.alertId, ...more }) : alert;
}

/** One that waits there already is given back as it is: what was typed with it must not be lost. */
function wishedBeyond(alert: PriceAlert, { note = '', isRepeating }: NewAlert): AlertChange | undefined {
  const isNoted = note === '' || note === alert.note;
  const isRepeated = !isRepeating || alert.isRepeating;
  if (isNoted && isRepeated) return undefined;
  return { ...(isNoted ? {} : { note }), ...(isRepeated ? {} : { isRepeating: true }) };
}

export async function changeAlert(
  client: QueryClient,
  actor: AccountActor,
  change: AlertChange & { readonly alertId: string },
): Promise<PriceAlert> {
  const { alertId, ...body } = change;
  const params = { accountId: actor.accountId, alertId };
  const alert = await callAs(actor.userId, updatePriceAlert, { params, body });
  lay(client, actor, (known) => known.map((one) => (one.alertId === alertId ? alert : one)));
  return alert;
}

/** Deletes an alert and reports it with its terms, so that it can be set again wherever it was deleted. */
export async function deleteAlert(client: QueryClient, actor: AccountActor, alertId: string): Promise<void> {
  const deleted = client.getQueryData(alertsQuery(actor).queryKey)?.find((one) => one.alertId === alertId);
  await callAs(actor.userId, deletePriceAlert, { params: { accountId: actor.accountId, alertId } });
  lay(client, actor, (known) => known.filter((one) => one.alertId !== alertId));
  if (deleted) publishAlertUpdate({ actor, deleted });
}

/** Updates a list that is loaded; one that is on its way will include the change. */
function lay(
  client: QueryClient,
  actor: AccountActor,
  change: (known: readonly PriceAlert[]) => readonly PriceAlert[],
): void {
  const { queryKey } = alertsQuery(actor);
  client.setQueryData<PriceAlert[]>(queryKey, (known) => known && [...change(known)]);
  void client.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** Updates the row of an alert that was reached. Returns a function that stops it. */
export function followAlerts(client: QueryClient): () => void {
  return subscribeAccountEvents(({ userId, accountId, items, isSnapshot }) => {
    const isPushed = items.some((item) => item.kind === 'message' && item.message.code === 'PriceAlert');
    if (isPushed || isSnapshot)
      void client.invalidateQueries({ queryKey: alertsQuery({ userId, accountId }).queryKey });
  });
}

/** Returns the sub-account whose alerts are shown and set; null for a visitor and while it loads. */
export function useAlertActor(): AccountActor | null {
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  return useMemo(
    () => (userId === null || accountId === undefined ? null : { userId, accountId }),
    [userId, accountId],
  );
}

export interface AlertLine {
  readonly alertId: string;
  readonly ticks: Ticks;
  readonly direction: AlertDirection;
  readonly isRepeating: boolean;
  readonly note: string;
}

const NO_LINES: readonly AlertLine[] = [];

const NO_ALERTS: readonly PriceAlert[] = [];

function useWaitingAlerts(): readonly PriceAlert[] {
  const actor = useAlertActor();
  const { data } = useQuery({ ...alertsQuery(actor ?? { userId: '', accountId: '' }), enabled: actor !== null });
  return useMemo(() => data?.filter(({ isActive }) => isActive) ?? NO_ALERTS, [data]);
}

export function useAlertCount(code: string): number {
  return useWaitingAlerts().filter(({ contractCode }) => contractCode === code).length;
}

/** Those that go with something drawn on a chart: with a drawing, or an average. */
export function useDrawnAlerts(): readonly PriceAlert[] {
  const waiting = useWaitingAlerts();
  return useMemo(() => waiting.filter(({ follows, drawingId }) => follows !== null || drawingId !== null), [waiting]);
}

/** Returns the waiting alerts of a contract that have a line of their own, for a chart to draw. */
export function useAlertLines({ code, decimalFormat }: Contract): readonly AlertLine[] {
  const waiting = useWaitingAlerts();
  return useMemo(() => {
    const own = waiting.filter(
      ({ contractCode, follows, drawingId }) => contractCode === code && follows === null && drawingId === null,
    );
    if (own.length === 0) return NO_LINES;
    return own.flatMap(({ alertId, price, direction, isRepeating, note }) => {
      const ticks = ticksFromWire(price, decimalFormat);
      return ticks === null ? [] : [{ alertId, ticks, direction, isRepeating, note }];
    });
  }, [waiting, code, decimalFormat]);
}

/**
 * Sets an alert with one click on a chart, on the side the market comes from; a toast reports the outcome. Null for a
 * visitor.
 */
export function useCreateAlertAt({ code, decimalFormat }: Contract): ((ticks: Ticks) => void) | null {
  const client = useQueryClient();
  const actor = useAlertActor();
  const create = useCallback(
    (ticks: Ticks) => {
      if (actor === null) return;
      const terms = { contractCode: code, price: priceToText(ticks, decimalFormat) };
      createAlert(client, actor, terms).then(
        (alert) => publishAlertUpdate({ actor, alert }),
        (error: unknown) => publishAlertUpdate({ actor, contractCode: code, refusal: refusalIn(error) }),
      );
    },
    [client, actor, code, decimalFormat],
  );
  return actor === null ? null : create;
}
