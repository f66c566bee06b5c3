/**
 * What a paper is made out of beside its text: whom it is made out to, and the terms in force. The texts name these by
 * placeholders and state no number of their own, so that a paper can't say anything else than what the engine does.
 */
import type { Paper } from '@mua/contract/entities/digital-signature';
import type { TradingRules } from '@mua/core/engine';
import { MINUTE_MS } from '@mua/core/values';
import type { Language } from '#messages/language.ts';

/** Whom a paper is made out to. What is not known is empty. */
export interface Party {
  readonly accountNumber: string;
  /** The person who signs; of a business its representative. */
  readonly fullName: string;
  /** `YYYY-MM-DD`, as typed. */
  readonly dateOfBirth: string;
  readonly idNumber: string;
  readonly address: string;
  /** Of a business. */
  readonly company: { readonly name: string; readonly taxCode: string; readonly position: string } | null;
}

/** All that decides the bytes of a paper. */
export interface PaperFacts {
  readonly paper: Paper;
  readonly language: Language;
  readonly party: Party;
  /** By the name of their placeholders. */
  readonly terms: Readonly<Record<string, string>>;
}

const BASIS_POINTS = 100;

/** Rules of older journals lack levels and guards: a paper is made out under whole ones only. */
export function termsIn(rules: TradingRules, language: Language): Readonly<Record<string, string>> {
  const { ladder, expiry } = rules;
  if (!ladder || !expiry) throw new Error('papers need trading rules with margin levels and an expiry guard');
  const numbers = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US');
  const said = (number: number | bigint): string => numbers.format(number);
  const notices = new Intl.ListFormat(language, { type: 'conjunction' }).format(expiry.noticeSessions.map(String));
  return {
    marginIndividual: said(rules.marginPercent.individual),
    marginBusiness: said(rules.marginPercent.business),
    feeStandard: said(rules.feeVnd.standard),
    feeMini: said(rules.feeVnd.mini),
    feeMicro: said(rules.feeVnd.micro),
    feeNano: said(rules.feeVnd.nano),
    feeLme: said(rules.feeVnd.lme),
    bandPercent: said(rules.bandBasisPoints / BASIS_POINTS),
    bandTicks: String(rules.bandMinTicks),
    maxLotsPerOrder: String(rules.maxLotsPerOrder),
    maxLotsPerContract: String(rules.maxLotsPerContract),
    callPercent: said(ladder.callPercent),
    cancelPercent: said(ladder.cancelPercent),
    countdownPercent: said(ladder.countdownPercent),
    countdownMinutes: String(ladder.countdownMs / MINUTE_MS),
    liftPercent: said(ladder.liftPercent),
    liquidationPercent: said(ladder.liquidationPercent),
    targetPercent: said(ladder.targetPercent),
    noticeSessions: notices,
    reduceOnlySessions: String(expiry.reduceOnlySessions),
    closeOutMinutes: String((expiry.deadlineBeforeEndMs ?? 0) / MINUTE_MS),
  };
}

/** `1999-01-15` as papers write it. */
export function dayText(date: string): string {
  return date.split('-').reverse().join('/');
}
