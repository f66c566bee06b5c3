/** Explains the calculation of each figure of the ticket, with core/preview and the inputs of the figures. */
import * as preview from '@mua/core/preview';
import type { Lots, Side } from '@mua/core/values';
import type { TicketFigures } from '#features/order-ticket/ticket-figures.ts';

export type ReceiptRowName = 'required' | 'available' | 'ratio' | 'position' | 'fee';

export function explainReceiptRow(row: ReceiptRowName, figures: TicketFigures, lots: Lots): preview.AnyExplanation {
  const { equityVnd, feePerLotVnd, marginPerLotVnd, othersVnd, exposure } = figures;
  const { requiredVnd, netLots, feeVnd } = figures.preview;
  switch (row) {
    case 'required':
      return preview.explainRequiredAfter({ exposure: exposure.after, marginPerLotVnd, othersVnd });
    case 'available':
      return preview.explainAvailableAfter({ equityVnd: equityVnd.before, requiredVnd: requiredVnd.after, feeVnd });
    case 'ratio':
      return preview.explainRatio({ equityVnd: equityVnd.after, requiredVnd: requiredVnd.after });
    case 'position':
      return preview.explainNetLotsAfter(netLots.before, netLots.after - netLots.before);
    case 'fee':
      return preview.explainFee(lots, feePerLotVnd);
  }
}

export function explainTicketMaxLots(figures: TicketFigures, side: Side): preview.AnyExplanation {
  const { equityVnd, exposure, marginPerLotVnd, feePerLotVnd, caps } = figures;
  const { workingBuyLots, workingSellLots } = exposure.before;
  const situation = {
    equityVnd: equityVnd.before,
    requiredVnd: figures.preview.requiredVnd.before,
    exposure: exposure.before,
    marginPerLotVnd,
    feeVnd: feePerLotVnd,
    earlierLots: side === 'BUY' ? workingBuyLots : workingSellLots,
  };
  return preview.explainMaxLots(situation, side, caps[side]);
}
