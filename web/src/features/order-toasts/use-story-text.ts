/** The words of an order's toast: the order in one line, and its state. */
import { useTranslation } from 'react-i18next';
import type { FilledPart, ShownTerms, ToastStory } from '#features/order-toasts/toast-story.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useWrittenAs } from '#market/use-written-as.ts';
import { orderPriceText } from '#orders/order-price-text.ts';

/** `text` is null if the message is more than text: a status word, or the actions on the order. */
export function useStoryText(story: ToastStory): { title: string; text: string | null } {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = useWrittenAs(story.contractCode)?.decimalFormat;
  const writer = { t, format, grid };
  const { line } = story;
  const order = {
    side: t(($) => $.words.side[story.side]),
    lots: format.volume(story.lots),
    contract: story.contractCode,
  };
  const title = t(($) => $.ticket.step1, { ...order, price: orderPriceText(writer, story.prices) });
  switch (line.kind) {
    case 'sending':
      return { title, text: t(($) => $.ticket.toast.sending) };
    case 'lost':
      return { title, text: t(($) => $.ticket.issue.lost) };
    case 'triggered': {
      const reached = { contract: story.contractCode, price: wirePrice(format, line.price, grid) };
      const sent = { ...order, orderType: t(($) => $.words.orderType.MARKET).toLowerCase() };
      return {
        title: t(($) => $.notifications.ConditionalTriggered.title, reached),
        text: t(($) => $.notifications.ConditionalTriggered.body, sent),
      };
    }
    case 'failed': {
      const reason = line.code === null ? '' : writtenError(writer, { code: line.code, facts: line.facts });
      return {
        title: t(($) => $.notifications.ConditionalFailed.title, { contract: story.contractCode }),
        text: t(($) => $.notifications.ConditionalFailed.body, { reason: asSentence(reason) }).trim(),
      };
    }
    case 'absent':
    case 'conditional':
    case 'status':
      return { title, text: null };
    case 'partly':
      return { title, text: t(($) => $.ticket.toast.partly, filledPart(line)) };
    case 'filled': {
      const { lots, price, feeVnd } = line;
      const figures = { lots: format.volume(lots), price: wirePrice(format, price, grid), fee: format.vnd(feeVnd) };
      return { title, text: t(($) => $.ticket.toast.filled, { ...order, ...figures }) };
    }
    case 'refused':
      return { title, text: t(($) => $.ticket.toast.rejected, { reason: writtenError(writer, line) }) };
    case 'notModified':
    case 'notCancelled':
      return { title, text: t(($) => $.ticket.toast[line.kind], { reason: writtenError(writer, line) }) };
    case 'ended': {
      const word = t(($) => $.words.status[line.status]);
      const why = line.code === null ? word : writtenError(writer, { code: line.code, facts: line.facts });
      if (line.filled === null) return { title, text: why };
      return { title, text: t(($) => $.ticket.toast.endedPartly, { ...filledPart(line.filled), why }) };
    }
    case 'modified':
      return { title, text: t(($) => $.ticket.toast.modified, { old: terms(line.old), new: terms(line.wanted) }) };
  }

  function filledPart({ filled, price }: FilledPart) {
    return { filled: format.volume(filled), lots: order.lots, price: wirePrice(format, price, grid) };
  }

  function terms({ lots, prices }: ShownTerms): string {
    return t(($) => $.orders.lotsAtPrice, { lots: format.volume(lots), price: orderPriceText(writer, prices) });
  }
}

/** A reason is a text of its own; before another sentence it gets a full stop. */
function asSentence(text: string): string {
  return text === '' || text.endsWith('.') ? text : `${text}.`;
}
