/** What was found out about a file: the verdict first, then line by line what it rests on. */
import type { DocumentCheck } from '@mua/contract/entities/digital-signature';
import { Link } from '@tanstack/react-router';
import { Check, CircleHelp, FileQuestion, Info, type LucideIcon, ShieldCheck, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Card } from '#design/ui/figures/card.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { Finding } from '#pages/verify/check-file.ts';
import { shortHash } from '#wire/sha256.ts';

export interface FindingCardProps {
  readonly appName: string;
  readonly file: File;
  readonly finding: Finding;
}

type Verdict = Finding['verdict'];

const FACES: Readonly<Record<Verdict, { readonly icon: LucideIcon; readonly tone: string; readonly text: string }>> = {
  whole: { icon: ShieldCheck, tone: 'bg-success-soft', text: 'text-success' },
  changed: { icon: TriangleAlert, tone: 'bg-danger-soft', text: 'text-danger' },
  unknown: { icon: FileQuestion, tone: 'bg-warning-soft', text: 'text-warning' },
};

/** A low window shows the file's place above it only, so whoever chose a file is led to what was found. */
export const focusOnce = (heading: HTMLHeadingElement | null): void => heading?.focus();

export function FindingCard({ appName, file, finding }: FindingCardProps) {
  const { t } = useTranslation();
  const { verdict } = finding;
  const { icon: Icon, tone, text } = FACES[verdict];
  return (
    <Card className="overflow-hidden p-0" data-testid={`verify-${verdict}`}>
      <header className={cn('grid grid-cols-[48px_minmax(0,1fr)] items-center gap-x-4 gap-y-1 p-5', tone)}>
        <span className={cn('row-span-2 grid size-12 place-items-center', text)}>
          <Icon aria-hidden className="size-7" strokeWidth={1.75} />
        </span>
        <h2 ref={focusOnce} tabIndex={-1} className={cn('outline-none font-semibold text-16 md:text-20', text)}>
          {t(($) => $.contracts.check[verdict], { name: appName })}
        </h2>
        <p className="break-words text-fg-2">
          {file.name} · {sizeText(file.size)}
        </p>
      </header>
      <ul className="divide-y divide-border px-5 py-1">
        {finding.verdict === 'whole' ? (
          <WholeLines hash={finding.hash} original={finding.original} />
        ) : finding.verdict === 'changed' ? (
          <ChangedLines {...finding} />
        ) : (
          <UnknownLines {...finding} />
        )}
      </ul>
      {verdict !== 'whole' && (
        <p className="mx-5 mb-5 flex gap-2.5 rounded-md border border-border bg-surface-2 p-3 text-12 text-fg-2 leading-[18px]">
          <Info aria-hidden className="mt-px size-4 shrink-0 text-fg-3" />
          {t(($) => (verdict === 'changed' ? $.contracts.check.adviceChanged : $.contracts.check.adviceUnknown))}
        </p>
      )}
    </Card>
  );
}

function WholeLines({ hash, original }: { readonly hash: string; readonly original: DocumentCheck }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <Line mark="right" name={t(($) => $.contracts.check.content)}>
        {t(($) => $.contracts.check.contentWhole)}
        <Hash hash={hash} />
      </Line>
      <PaperLine original={original} />
      {original.signer !== null && (
        <Line mark="right" name={t(($) => $.contracts.check.signer)}>
          {original.signer}
        </Line>
      )}
      <Line mark="right" name={t(($) => $.contracts.check.signedAt)}>
        {t(($) => $.contracts.check.signedAtTime, { time: format.dateTime(original.signedAt) })}
      </Line>
      {original.certificate !== null && (
        <Line mark="right" name={t(($) => $.contracts.check.signature)}>
          {t(($) => $.contracts.check.certificate, { certificate: shortHash(original.certificate) })}
        </Line>
      )}
    </>
  );
}

function ChangedLines({ hash, changedBytes, original }: Extract<Finding, { verdict: 'changed' }>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <Line mark="wrong" name={t(($) => $.contracts.check.content)}>
        {changedBytes === null
          ? t(($) => $.contracts.check.contentChanged)
          : t(($) => $.contracts.check.contentAdded, { bytes: format.volume(changedBytes) })}
        <Hash hash={hash} />
      </Line>
      <Line mark="wrong" name={t(($) => $.contracts.check.signature)}>
        {t(($) => $.contracts.check.signatureBroken)}
      </Line>
      {original && (
        <>
          <PaperLine original={original} />
          <Line mark="right" name={t(($) => $.contracts.check.original)}>
            {t(($) => $.contracts.check.originalThere, { time: format.dateTime(original.signedAt) })}{' '}
            <Link
              to="/login"
              search={{ returnUrl: '/account-overview/digital-signature' }}
              className="rounded-sm text-primary-text underline underline-offset-2"
            >
              {t(($) => $.contracts.check.originalSignIn)}
            </Link>
          </Line>
        </>
      )}
    </>
  );
}

function UnknownLines({ hash, isSigned }: Extract<Finding, { verdict: 'unknown' }>) {
  const { t } = useTranslation();
  return (
    <>
      <Line mark="open" name={t(($) => $.contracts.check.content)}>
        {t(($) => $.contracts.check.contentUnknown)}
        <Hash hash={hash} />
      </Line>
      <Line mark="open" name={t(($) => $.contracts.check.signature)}>
        {t(($) => (isSigned ? $.contracts.check.signatureOther : $.contracts.check.signatureNone))}
      </Line>
    </>
  );
}

function PaperLine({ original: { paper, version } }: { readonly original: DocumentCheck }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (paper === null) return null;
  return (
    <Line mark="right" name={t(($) => $.contracts.check.paper)}>
      {t(($) => $.contracts.check.paperVersion, {
        paper: t(($) => $.contracts.paper[paper]),
        version: format.civilDate(version),
      })}
    </Line>
  );
}

const MARKS = {
  right: { icon: Check, className: 'text-success' },
  wrong: { icon: X, className: 'text-danger' },
  open: { icon: CircleHelp, className: 'text-warning' },
} as const;

interface LineProps {
  readonly mark: keyof typeof MARKS;
  readonly name: string;
  readonly children: ReactNode;
}

function Line({ mark, name, children }: LineProps) {
  const { icon: Icon, className } = MARKS[mark];
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-2.5 gap-y-0.5 py-2.5 md:grid-cols-[20px_180px_minmax(0,1fr)]">
      <Icon aria-hidden className={cn('mt-0.5 size-4', className)} />
      <span>{name}</span>
      <span className="break-words text-fg-2 max-md:col-start-2">{children}</span>
    </li>
  );
}

function Hash({ hash }: { readonly hash: string }) {
  return (
    <span className="mt-0.5 block break-all font-mono text-12 text-fg-3" data-testid="verify-hash">
      {hash}
    </span>
  );
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.ceil(bytes / 1024)} kB`;
}
