/**
 * What the exchange's process was told of the broker's calendar, so that an engine that takes over need only say how
 * things are: what its predecessor had on disk and did not come to say follows from the difference. A trade date ends
 * once, by whichever engine.
 */
import type { ContractUpdate, VenueListing } from '#venue/port/market-data.ts';
import type { VenueDateEnd, VenueSession } from '#venue/port/simulated-controls.ts';
import type { ContractAtBroker } from '#venue/remote/exchange-messages.ts';

type ListingOf = (contractCode: string) => VenueListing | undefined;

export interface Missed {
  readonly dateEnds: readonly VenueDateEnd[];
  readonly listings: readonly VenueListing[];
  readonly sessions: readonly VenueSession[];
}

export class BrokerKnowledge {
  readonly #contracts = new Map<string, ContractAtBroker>();

  begin(contracts: readonly ContractAtBroker[]): void {
    for (const contract of contracts) this.#contracts.set(contract.code, contract);
  }

  of(contractCode: string): ContractAtBroker | undefined {
    return this.#contracts.get(contractCode);
  }

  /** What of it is new here; undefined if nothing is. */
  endTradeDate({ endedDate, nextDate, contractCodes, atMs }: VenueDateEnd): VenueDateEnd | undefined {
    const ended = contractCodes.filter((code) => (this.of(code)?.tradeDate ?? '') < nextDate);
    // The market settles: an exchange that opens anew must not go back behind it.
    for (const code of ended) this.#change(code, { tradeDate: nextDate, settlementTicks: null });
    return ended.length > 0 ? { endedDate, nextDate, contractCodes: ended, atMs } : undefined;
  }

  setSession({ contractCodes, state, opensAtMs, atMs }: VenueSession): VenueSession {
    for (const code of contractCodes) this.#change(code, { session: state, opensAtMs, isHalted: false });
    return { contractCodes, state, opensAtMs, atMs };
  }

  /** New ones; their trade date is that of the engine's next word. */
  list(contractCodes: readonly string[], listingOf: ListingOf): VenueListing[] {
    const beginning = {
      settlementTicks: null,
      session: 'OPEN',
      opensAtMs: null,
      isHalted: false,
      tradeDate: '',
    } as const;
    for (const code of contractCodes) if (!this.of(code)) this.#contracts.set(code, { code, ...beginning });
    return contractCodes.flatMap((code) => listingOf(code) ?? []);
  }

  /** The exchange halts and resumes by itself. */
  hearMarket(updates: readonly ContractUpdate[]): void {
    for (const { contractCode, session } of updates)
      if (session?.unscheduled)
        this.#change(contractCode, {
          ...{ session: session.state, opensAtMs: session.opensAtMs },
          isHalted: session.unscheduled.isHalt,
        });
  }

  /** Takes over how things are at the broker, and returns what the exchange has not been told. */
  bringTo(
    contracts: readonly ContractAtBroker[],
    { nowMs, listingOf }: { readonly nowMs: number; readonly listingOf: ListingOf },
  ): Missed {
    const listings: VenueListing[] = [];
    const ends = new Map<string, VenueDateEnd & { contractCodes: string[] }>();
    const sessions = new Map<string, VenueSession & { contractCodes: string[] }>();
    for (const contract of contracts) {
      const { code, tradeDate, session: state, opensAtMs, isHalted } = contract;
      const known = this.of(code);
      this.#contracts.set(code, contract);
      if (!known) {
        const listing = listingOf(code);
        if (listing && listing.contract.lastTradeDay >= tradeDate) listings.push(listing);
        continue;
      }
      if (known.tradeDate !== '' && known.tradeDate < tradeDate) {
        const { tradeDate: endedDate } = known;
        const end = { endedDate, nextDate: tradeDate, contractCodes: [], atMs: nowMs };
        gather(ends, `${endedDate} ${tradeDate}`, end).push(code);
      }
      // Halted here or there, it is the exchange that says how it goes on.
      if (isHalted || known.isHalted) {
        const { session, opensAtMs: opens } = known;
        this.#change(code, { session, opensAtMs: opens, isHalted: known.isHalted });
      } else if (known.session !== state || known.opensAtMs !== opensAtMs)
        gather(sessions, `${state} ${opensAtMs}`, { state, opensAtMs, contractCodes: [], atMs: nowMs }).push(code);
    }
    return { dateEnds: [...ends.values()], listings, sessions: [...sessions.values()] };
  }

  #change(code: string, change: Partial<ContractAtBroker>): void {
    const known = this.of(code);
    if (known) this.#contracts.set(code, { ...known, ...change });
  }
}

function gather<T extends { readonly contractCodes: string[] }>(
  groups: Map<string, T>,
  key: string,
  empty: T,
): string[] {
  const group = groups.get(key) ?? empty;
  groups.set(key, group);
  return group.contractCodes;
}
