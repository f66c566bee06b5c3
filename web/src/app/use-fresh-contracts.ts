/**
 * The feed says at once that a market opened, rests or settled; until when, with which limits and on which trade date,
 * the list of contracts says. So a pushed change of session or settlement asks for the list again: many contracts change
 * in one frame, and one call answers for all of them.
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
    // Compared with what is known already, because the first prices are told once more in the frame after they came.
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
