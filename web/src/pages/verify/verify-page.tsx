/**
 * `/verify` (docs/rules/people.md#digital-contracts): anybody drops a file and hears whether it is a paper that was signed
 * here and is whole, or whether the statement in it holds (docs/rules/proof.md). The file stays on their machine.
 */
import { Link } from '@tanstack/react-router';
import { Download, LockKeyhole } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { ProofWays } from '#pages/statements/proof-panel.tsx';
import { checkFile, type Finding, LARGEST_BYTES } from '#pages/verify/check-file.ts';
import { checkStatementFile, type StatementFinding } from '#pages/verify/check-statement-file.ts';
import { DropZone } from '#pages/verify/drop-zone.tsx';
import { FindingCard } from '#pages/verify/finding-card.tsx';
import { publishedKeys } from '#pages/verify/published-keys.ts';
import { StatementCard } from '#pages/verify/statement-card.tsx';
import { refusalIn } from '#wire/call.ts';

export interface VerifyPageProps {
  readonly appName: string;
}

type Checked =
  | { readonly state: 'working'; readonly file: File }
  | { readonly state: 'found'; readonly file: File; readonly finding: Finding }
  | { readonly state: 'statement'; readonly file: File; readonly statement: StatementFinding }
  | { readonly state: 'failed'; readonly file: File; readonly code: string }
  | { readonly state: 'refused'; readonly reason: 'tooLarge' | 'unreadable' | 'insecure' };

export function VerifyPage({ appName }: VerifyPageProps) {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.contracts.check.title));
  const [checked, setChecked] = useState<Checked | null>(null);
  const latest = useRef<File | null>(null);
  const check = async (file: File) => {
    latest.current = file;
    setChecked({ state: 'working', file });
    const result = await resultOf(file);
    // Another file was chosen meanwhile.
    if (latest.current === file) setChecked(result);
  };
  return (
    <div className="mx-auto grid w-full max-w-[1072px] shrink-0 items-start gap-4 p-4 md:p-6 lg:grid-cols-[minmax(0,400px)_minmax(0,1fr)] lg:gap-6 lg:pt-8">
      <div className="grid gap-4">
        <header className="grid gap-1.5">
          <h1 className="text-20">{t(($) => $.contracts.check.title)}</h1>
          <p className="text-14 text-fg-2">{t(($) => $.contracts.check.about, { name: appName })}</p>
        </header>
        <DropZone isAgain={checked !== null} onFile={(file) => void check(file)} />
        <p className="flex gap-2.5 rounded-md border border-border bg-surface-2 p-3 text-12 text-fg-2 leading-[18px]">
          <LockKeyhole aria-hidden className="mt-px size-4 shrink-0 text-fg-3" />
          {t(($) => $.contracts.check.private)}
        </p>
        <div className="grid gap-1.5">
          <a
            href="/mua-verify.html"
            download
            className={buttonVariants({ variant: 'outline', className: 'max-md:h-11' })}
          >
            <Download aria-hidden />
            {t(($) => $.proof.saved.save)}
          </a>
          <p className="text-12 text-fg-2 leading-[18px]">{t(($) => $.proof.saved.saveHint)}</p>
        </div>
      </div>
      <div aria-live="polite" className="min-w-0">
        {checked && (
          <Result appName={appName} checked={checked} onRetry={() => latest.current && void check(latest.current)} />
        )}
      </div>
    </div>
  );
}

async function resultOf(file: File): Promise<Checked> {
  if (!globalThis.crypto?.subtle) return { state: 'refused', reason: 'insecure' };
  if (file.size > LARGEST_BYTES) return { state: 'refused', reason: 'tooLarge' };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { state: 'refused', reason: 'unreadable' };
  const statement = await checkStatementFile(new Uint8Array(bytes), publishedKeys);
  if (statement) return { state: 'statement', file, statement };
  try {
    return { state: 'found', file, finding: await checkFile(new Uint8Array(bytes)) };
  } catch (error) {
    return { state: 'failed', file, code: refusalIn(error).code };
  }
}

interface ResultProps extends VerifyPageProps {
  readonly checked: Checked;
  readonly onRetry: () => void;
}

function Result({ appName, checked, onRetry }: ResultProps) {
  const { t } = useTranslation();
  switch (checked.state) {
    case 'found':
      return <FindingCard appName={appName} file={checked.file} finding={checked.finding} />;
    case 'statement':
      return (
        <StatementCard appName={appName} file={checked.file} finding={checked.statement}>
          <ProofWays />
        </StatementCard>
      );
    case 'working':
      return (
        <Card className="grid gap-3">
          <p className="break-words text-fg-2">{t(($) => $.contracts.check.working, { file: checked.file.name })}</p>
          <SkeletonRows rows={4} columns={['text', 'text']} />
        </Card>
      );
    case 'failed':
      return (
        <Card>
          <ErrorPanel panel={t(($) => $.contracts.check.panel)} code={checked.code} onRetry={onRetry} />
        </Card>
      );
    case 'refused':
      return (
        <Card className="text-danger">
          {t(($) => $.contracts.check[checked.reason], { max: `${LARGEST_BYTES / 1024 / 1024} MB` })}{' '}
          {checked.reason === 'insecure' && (
            <Link to="/" className="underline">
              {t(($) => $.pages.notFound.home)}
            </Link>
          )}
        </Card>
      );
  }
}
