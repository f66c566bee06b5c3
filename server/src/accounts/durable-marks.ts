/**
 * The marks at which durable positions are valued, by the engine's rule (last trade, else settlement). They lag at most
 * one batch, so that no figure is shown before its prices are on disk.
 */
import type { Command } from '@mua/core/engine';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Marks } from '#orders/position-wire.ts';

export function followMarks(sequencer: Sequencer): Marks {
  const last = new Map<string, number>();
  const settlements = new Map<string, number>();

  for (const [contractCode, listed] of sequencer.state.contracts) {
    if (listed.lastTicks !== null) last.set(contractCode, listed.lastTicks);
    if (listed.settlementTicks !== null) settlements.set(contractCode, listed.settlementTicks);
  }

  function follow(command: Command): void {
    switch (command.kind) {
      case 'markPrices':
        for (const { contractCode, lastTicks } of command.prices) last.set(contractCode, lastTicks);
        break;
      case 'settleContracts':
        for (const { contractCode, settlementTicks } of command.settlements)
          settlements.set(contractCode, settlementTicks);
        break;
      case 'listContract': {
        const { contract, settlementTicks } = command;
        if (settlementTicks !== null && !settlements.has(contract.code))
          settlements.set(contract.code, settlementTicks);
        break;
      }
      default:
        break;
    }
  }

  sequencer.onDurable((steps) => {
    for (const { command, events } of steps) {
      follow(command);
      for (const event of events) {
        const isTrade = 'fill' in event && event.fill.spreadCode === undefined;
        if (isTrade) last.set(event.fill.contractCode, event.fill.priceTicks);
      }
    }
  });
  return (contractCode) => last.get(contractCode) ?? settlements.get(contractCode) ?? null;
}
