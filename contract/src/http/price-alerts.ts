/** Price alerts of a sub-account. The server watches them, so they work with every page closed. */
import { z } from 'zod';
import { alertDirection, alertFollows, drawingId, priceAlert } from '#entities/price-alert.ts';
import { accountParams } from '#http/investors.ts';
import { LIMITS } from '#limits.ts';
import { defineRoute } from '#route.ts';
import { contractCode, listOf, opaqueId, ownWords, priceText } from '#wire.ts';

const alertParams = z.strictObject({ accountId: opaqueId, alertId: opaqueId });
const note = ownWords(LIMITS.alertNoteMax);

export const listPriceAlerts = defineRoute({
  method: 'GET',
  path: '/notification/{accountId}/alerts',
  access: 'account',
  purpose: 'Lists the price alerts of a sub-account, newest first, all in one page.',
  params: accountParams,
  replies: { 200: listOf(priceAlert) },
  errors: [],
});

export const createPriceAlert = defineRoute({
  method: 'POST',
  path: '/notification/{accountId}/alerts',
  access: 'account',
  audit: 'none',
  purpose:
    'Creates an alert at a price, a line or an average: 201 when it is new, 200 with the active one that waits for the same already.',
  params: accountParams,
  body: z
    .strictObject({
      contractCode,
      /** Default: towards the price from the market's current one. */
      direction: alertDirection.optional(),
      /** Either a price or what it follows. */
      price: priceText.optional(),
      follows: alertFollows.optional(),
      /** The drawing that it goes with; needed for a line. */
      drawingId: drawingId.optional(),
      isRepeating: z.boolean().optional(),
      note: note.optional(),
    })
    .meta({ id: 'NewPriceAlert' }),
  replies: { 200: priceAlert, 201: priceAlert },
  errors: [
    'ContractNotFound',
    'ContractExpired',
    'WrongTick',
    'PriceAlertReached',
    'PriceAlertTooFar',
    'AlertLineTooOld',
    'AlertLineNoPrice',
    'AlertAverageTooShort',
    'TooManyPriceAlerts',
  ],
});

export const updatePriceAlert = defineRoute({
  method: 'POST',
  path: '/notification/{accountId}/alerts/{alertId}',
  access: 'account',
  audit: 'none',
  purpose:
    'Changes a price alert, pauses it or sets it again; fields left out keep their value, and what follows a drawing is moved with it.',
  params: alertParams,
  body: z
    .strictObject({
      direction: alertDirection.optional(),
      price: priceText.optional(),
      isRepeating: z.boolean().optional(),
      note: note.optional(),
      isActive: z.boolean().optional(),
    })
    .meta({ id: 'PriceAlertChange' }),
  replies: { 200: priceAlert },
  errors: [
    'PriceAlertNotFound',
    'ContractExpired',
    'WrongTick',
    'PriceAlertReached',
    'PriceAlertTooFar',
    'AlertLineNoPrice',
    'AlertLineGone',
    'AlertAverageTooShort',
    'TooManyPriceAlerts',
    'DatabaseDuplicateKey',
  ],
});

export const deletePriceAlert = defineRoute({
  method: 'DELETE',
  path: '/notification/{accountId}/alerts/{alertId}',
  access: 'account',
  audit: 'none',
  purpose: 'Deletes a price alert; also fine when it was not there.',
  params: alertParams,
  replies: { 200: z.object({ alertId: opaqueId }).meta({ id: 'PriceAlertName' }) },
  errors: [],
});
