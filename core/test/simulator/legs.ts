/** What an order trades: one contract, or both legs of a spread. Read from the code, apart from the engine's way. */
import type { Order } from '@mua/core/engine';
import type { Side } from '@mua/core/values';

export interface Traded {
  readonly contractCode: string;
  readonly side: Side;
}

export function isSpread(code: string): boolean {
  return code.includes('-');
}

/** The near month of a spread; a contract itself. */
export function nearOf(code: string): string {
  return isSpread(code) ? code.slice(0, code.indexOf('-')) : code;
}

export function tradedBy({ contractCode, side }: Traded): readonly Traded[] {
  if (!isSpread(contractCode)) return [{ contractCode, side }];
  const [near = '', far = ''] = contractCode.split('-');
  return [
    { contractCode: near, side },
    { contractCode: far, side: side === 'BUY' ? 'SELL' : 'BUY' },
  ];
}

/** On which side it trades the contract, if it does. */
export function sideIn(order: Order, contractCode: string): Side | undefined {
  return tradedBy(order).find((one) => one.contractCode === contractCode)?.side;
}
