/**
 * Refetches the contract list when the feed pushes a change of session or settlement. The feed says at once that a
 * market opened, paused or settled; the list says until when, with which limits and on which trade date. Many contracts
 * change in one frame, and one call covers them all.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { contractsQuery } from '#market/contracts.ts';
import { priceStore, type QuoteField } from '#market/price-store.ts';

const FIELDS: readonly QuoteField[] = ['session', 'settlement'];

export function useFreshContracts(contracts: readonly Contract[]): void {
  const client = useQueryClient();
  useEffect(() => {
    const read = () =>
      contracts.map(({ code }) => FIELDS.map((field) => priceStore.read(code, field)).join()).join(' ');
    // Compared with the known state, because the first prices are reported again in the frame after they came.
    let known = read();
    const look = () => {
      const now = read();
      if (now === known) return;
      known = now;
      void client.invalidateQueries({ queryKey: contractsQuery().queryKey });
    };
    const stops = contracts.map(({ code }) => priceStore.subscribe(code, FIELDS, look));
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, contracts]);
}
