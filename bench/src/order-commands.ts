/**
 * Generates commands of investors of the reference data and reports of an exchange, endless and the same every time.
 */
import type { CommandBody } from '@mua/core/engine';
import { seededRandom } from '@mua/core/values';
import type { ReportFacts } from '../../core/test/scenarios/broker.ts';

/**
 * Yields four commands for each order that trades: place, accepted, two fills; and every fourth order is cancelled
 * unfilled.
 */
export function* orderCommands(accounts: number): Generator<CommandBody> {
  const random = seededRandom(7);
  let execs = 0;
  const report = (orderId: string, contractCode: string, rest: ReportFacts): CommandBody => {
    execs += 1;
    return { kind: 'reportExecution', report: { execId: `e-${execs}`, orderId, contractCode, ...rest } };
  };
  for (let order = 0; ; order += 1) {
    const accountId = `account-${random.below(accounts)}`;
    const contractCode = `ZCE${random.pick(['Z26', 'H27', 'K27', 'N27'])}`;
    const side = random.chance(0.5) ? 'BUY' : 'SELL';
    const orderId = `order-${order}`;
    yield {
      kind: 'placeOrder',
      accountId,
      orderId,
      clientOrderId: orderId,
      contractCode,
      side,
      orderType: 'LIMIT',
      duration: 'DAY',
      quantityLots: 2,
      limitPrice: side === 'BUY' ? '452.25' : '447.75',
    };
    yield report(orderId, contractCode, { kind: 'accepted' });
    if (random.chance(0.25)) {
      yield { kind: 'cancelOrder', accountId, orderId };
      yield report(orderId, contractCode, { kind: 'cancelled', reason: 'UserRequest' });
    } else {
      for (let lot = 0; lot < 2; lot += 1) {
        yield report(orderId, contractCode, {
          kind: 'filled',
          tradeId: `t-${execs}`,
          lots: 1,
          priceTicks: 1790 + random.below(20),
        });
      }
    }
  }
}
