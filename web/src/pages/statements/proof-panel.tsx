/** What a check on this machine found: the way from the sub-account to the signed root, and the sentences that hold. */
import type { BalanceProof } from '@mua/contract/entities/proof';
import type { CheckedStatement, Fault, StatementCheck } from '@mua/contract/proof/check-statement';
import { Link } from '@tanstack/react-router';
import { Check, CircleHelp, Info, ShieldCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Card } from '#design/ui/figures/card.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { shortHash } from '#wire/sha256.ts';

export interface ProofPanelProps {
  /** Who signs. */
  readonly appName: string;
  readonly proof: BalanceProof;
  readonly check: StatementCheck;
  /** Where it can be checked anew. */
  readonly children?: ReactNode;
}

export function ProofPanel({ appName, proof, check, children }: ProofPanelProps) {
  const { t } = useTranslation();
  return (
    <Card
      aria-label={t(($) => $.proof.title)}
      className="grid content-start p-0"
      data-testid={check.isWhole ? 'proof-whole' : 'proof-broken'}
    >
      {check.isWhole ? (
        <>
          <Verdict title={t(($) => $.proof.checked)} hint={t(($) => $.proof.checkedHint)} isWhole />
          <Way proof={proof} />
          <Sentences name={appName} checked={check.checked} levels={proof.path.length} />
        </>
      ) : (
        <Verdict title={t(($) => $.proof.broken)} hint={<FaultText fault={check.fault} />} isWhole={false} />
      )}
      <div className="grid gap-2 px-5 pb-4">
        <p className="flex gap-2.5 rounded-md border border-border bg-surface-2 p-3 text-12 text-fg-2 leading-[18px]">
          <Info aria-hidden className="mt-px size-4 shrink-0 text-fg-3" />
          {t(($) => $.proof.limits)}
        </p>
        {children}
      </div>
    </Card>
  );
}

/** To the days that everybody can read, and to the page on which anybody checks. */
export function ProofWays() {
  const { t } = useTranslation();
  return (
    <>
      <Away to="/verify">{t(($) => $.proof.checkElsewhere)}</Away>
      <Away to="/proof">{t(($) => $.proof.allDays)}</Away>
    </>
  );
}

function Away({ to, children }: { readonly to: '/verify' | '/proof'; readonly children: string }) {
  return (
    <Link
      to={to}
      className="w-fit rounded-sm py-1 text-12 text-primary-text underline-offset-2 hover:underline max-md:py-3"
    >
      {children}
    </Link>
  );
}

interface VerdictProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly isWhole: boolean;
}

function Verdict({ title, hint, isWhole }: VerdictProps) {
  const Icon = isWhole ? ShieldCheck : TriangleAlert;
  const text = isWhole ? 'text-success' : 'text-danger';
  return (
    <header
      role={isWhole ? 'status' : 'alert'}
      className={cn(
        'grid grid-cols-[40px_minmax(0,1fr)] items-center gap-x-3 rounded-t-lg px-5 py-3.5',
        isWhole ? 'bg-success-soft' : 'bg-danger-soft',
      )}
    >
      <Icon aria-hidden className={cn('row-span-2 size-7', text)} strokeWidth={1.75} />
      <h2 className={cn('font-semibold text-14', text)}>{title}</h2>
      <p className="break-words text-12 text-fg-2">{hint}</p>
    </header>
  );
}

/** A sum in dong among the facts is written as such; hashes and keys are shortened. */
export function FaultText({ fault: { code, facts } }: { readonly fault: Fault }) {
  const { t } = useTranslation();
  const format = useFormat();
  const written = Object.entries(facts).map(([name, fact]) => [name, writtenFact(name, fact, format)]);
  return <>{t(($) => $.proof.faults[code], { replace: Object.fromEntries(written) })}</>;
}

const SUM_FACTS = ['computed', 'stated', 'sum'];

function writtenFact(name: string, fact: string, format: ReturnType<typeof useFormat>): string {
  if (/^[0-9a-f]{64}$/.test(fact)) return shortHash(fact);
  if (/^\d{4}-\d\d-\d\d$/.test(fact)) return format.civilDate(fact);
  return SUM_FACTS.includes(name) && /^-?\d{1,18}$/.test(fact) ? format.vnd(fact) : fact;
}

/** So many branches are shown one by one. */
const SHOWN_LEVELS = 2;

function Way({ proof }: { readonly proof: BalanceProof }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, path, day } = proof;
  const date = format.civilDate(day.date);
  const more = path.length - SHOWN_LEVELS;
  return (
    <ol className="relative grid px-5 py-3.5">
      <Step
        kind="own"
        name={t(($) => $.proof.you, { date })}
        under={t(($) => $.proof.salted, { hash: shortHash(proof.salt) })}
        sum={format.vnd((BigInt(data.cash) + BigInt(data.estimatedProfit)).toString(), { bare: true })}
      />
      {path.slice(0, SHOWN_LEVELS).map(({ hash, liability, deficit }, level) => (
        <Step
          key={hash}
          kind="beside"
          name={t(($) => $.proof.sibling, { level: format.volume(level + 1) })}
          under={shortHash(hash)}
          sum={format.vnd((BigInt(liability) - BigInt(deficit)).toString(), { bare: true })}
        />
      ))}
      {more > 0 && (
        <Step
          kind="beside"
          name={t(($) => $.proof.moreLevels, { count: more, levels: format.volume(more) })}
          under={t(($) => $.proof.noneNegative)}
          sum={t(($) => $.proof.toRoot)}
        />
      )}
      <Step
        kind="root"
        name={t(($) => $.proof.root, { date })}
        under={shortHash(day.root)}
        sum={format.vnd((BigInt(day.liabilities) - BigInt(day.deficits)).toString(), { bare: true })}
        underSum={t(($) => $.proof.accounts, { count: day.accounts, lots: format.volume(day.accounts) })}
      />
    </ol>
  );
}

interface StepProps {
  readonly kind: 'own' | 'beside' | 'root';
  readonly name: string;
  readonly under: string;
  readonly sum: string;
  readonly underSum?: string;
}

const DOTS = {
  own: 'rounded-full border-primary-text bg-primary-text',
  beside: 'rounded-full border-primary-text bg-surface',
  root: 'rounded-[3px] border-success bg-success',
};

function Step({ kind, name, under, sum, underSum }: StepProps) {
  return (
    <li className="relative grid min-h-[38px] grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-2.5 text-12 not-last:before:absolute not-last:before:top-6 not-last:before:-bottom-3.5 not-last:before:left-2 not-last:before:w-0.5 not-last:before:bg-primary-text">
      <span aria-hidden className={cn('z-1 size-3 justify-self-center border-2', DOTS[kind])} />
      <span className={cn('leading-4', kind === 'beside' && 'text-fg-3', kind === 'root' && 'font-medium')}>
        {name}
        <span className="wrap-anywhere block font-mono text-11 text-fg-3">{under}</span>
      </span>
      <span className={cn('text-right leading-4 tabular-nums', kind !== 'beside' && 'font-medium')}>
        {sum}
        {underSum && <span className="block font-normal text-11 text-fg-3">{underSum}</span>}
      </span>
    </li>
  );
}

interface SentencesProps {
  readonly name: string;
  readonly checked: CheckedStatement;
  readonly levels: number;
}

function Sentences({ name, checked: { proof, chainDays, isKeyKnown }, levels }: SentencesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul className="mx-5 mb-3 grid gap-1 border-border border-t pt-2.5 text-12">
      <Sentence name={t(($) => $.proof.checks.sums)} hint={t(($) => $.proof.checks.sumsHint)} />
      <Sentence
        name={t(($) => $.proof.checks.path)}
        hint={t(($) => $.proof.checks.pathHint, { count: levels, levels: format.volume(levels) })}
      />
      <Sentence
        name={t(($) => $.proof.checks.chain)}
        hint={t(($) => $.proof.checks.chainHint, { count: chainDays, days: format.volume(chainDays) })}
      />
      <Sentence
        name={t(($) => $.proof.checks.signature, { name })}
        hint={<span className="font-mono">ed25519:{proof.key.slice(0, 8)}…</span>}
      />
      {!isKeyKnown && (
        <Sentence
          name={t(($) => $.proof.checks.keyUnknown, { name })}
          hint={t(($) => $.proof.checks.keyUnknownHint)}
          isOpen
        />
      )}
    </ul>
  );
}

interface SentenceProps {
  readonly name: string;
  readonly hint: ReactNode;
  /** Not found out. */
  readonly isOpen?: boolean;
}

function Sentence({ name, hint, isOpen = false }: SentenceProps) {
  const Icon = isOpen ? CircleHelp : Check;
  return (
    <li className="flex flex-wrap items-center gap-x-2 leading-[22px]">
      <Icon aria-hidden className={cn('size-3.5 shrink-0', isOpen ? 'text-warning' : 'text-success')} />
      {name}
      <span className="ml-auto text-fg-3">{hint}</span>
    </li>
  );
}
