/** The market clock follows the contract viewed last, whose exchange is the one the investor is waiting for. */
import type { Contract } from '@mua/contract/entities/contract';
import { MarketClock } from '#features/shell/market-clock.tsx';
import { useContracts } from '#market/contracts.ts';
import { useQuoteSession } from '#market/use-quote.ts';
import { useLastContract } from '#session/last-contract-store.ts';

export function HeaderClock() {
  const { contracts } = useContracts();
  const code = useLastContract((state) => state.code);
  const contract = contracts.find((each) => each.code === code) ?? contracts[0];
  return contract ? <ClockOf contract={contract} /> : null;
}

function ClockOf({ contract }: { contract: Contract }) {
  const { code, exchange, session } = contract;
  const state = useQuoteSession(code) ?? session.state;
  return <MarketClock exchange={exchange} state={state} session={session} />;
}
