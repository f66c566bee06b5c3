/**
 * `/account-overview/digital-signature` (docs/rules/people.md#digital-contracts): the papers, the one that is open, and
 * what can be done with it. After the last one the account is open, and the way to the desk stands here.
 */
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileCheck, FileSignature, TriangleAlert } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { usePageTitle } from '#features/shell/page-title.ts';
import { type Language, languageOf } from '#i18n/languages.ts';
import { PaperList } from '#pages/digital-signature/paper-list.tsx';
import { PAPER_NAME, PaperViewer } from '#pages/digital-signature/paper-viewer.tsx';
import type { PagesSeen } from '#pages/digital-signature/pdf-pages.tsx';
import { SignPanel } from '#pages/digital-signature/sign-panel.tsx';
import { paperFileQuery } from '#pages/digital-signature/signatures.ts';
import { useLastContract } from '#session/last-contract-store.ts';
import { meQuery } from '#signed-in/accounts.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';
import { isOpen, signaturesQuery } from '#signed-in/papers.ts';
import { shortHash } from '#wire/sha256.ts';

export function SignaturePage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.contracts.title));
  const userId = useActiveUser();
  return (
    <div className="flex shrink-0 flex-col gap-3 p-4 md:p-5 2xl:px-6 xl:min-h-0 xl:flex-1">
      {userId === null ? <SignInFirst /> : <Papers key={userId} userId={userId} />}
    </div>
  );
}

function Papers({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const { data: papers, error, refetch } = useQuery(signaturesQuery(userId));
  const toSign = papers?.filter(({ status }) => status === 'TO_SIGN').length ?? 0;
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-20">{t(($) => $.contracts.title)}</h1>
        {toSign > 0 && <Badge tone="warning">{t(($) => $.contracts.toSign, { count: toSign })}</Badge>}
        <Link to="/verify" className="ml-auto rounded-sm text-primary-text hover:underline max-md:ml-0 max-md:py-3">
          {t(($) => $.contracts.verifyLink)}
        </Link>
      </header>
      {papers ? (
        papers.length > 0 ? (
          <OpenPapers userId={userId} papers={papers} />
        ) : (
          <EmptyState
            icon={FileSignature}
            title={t(($) => $.contracts.none)}
            hint={t(($) => $.contracts.noneHint)}
            className="py-16"
          />
        )
      ) : error ? (
        <ErrorPanel panel={t(($) => $.contracts.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={3} columns={['text', 'number', 'number', 'number']} />
      )}
    </>
  );
}

interface PapersProps {
  readonly userId: string;
  readonly papers: readonly DigitalSignature[];
}

function OpenPapers({ userId, papers }: PapersProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const page = useRef<HTMLDivElement>(null);
  // A paper that is signed or refused takes its panel along: the next one is read from its name.
  const keptFocus = useKeptFocus(page, { otherwise: (all) => all.querySelector<HTMLElement>(PAPER_NAME) });
  const firstToSign = papers.find(({ status }) => status === 'TO_SIGN');
  const paper = papers.find(({ id }) => id === chosenId) ?? firstToSign ?? papers[0];
  if (!paper) return null;
  const mayTrade = !papers.some(isOpen);
  return (
    <div ref={page} {...keptFocus} className="contents">
      {mayTrade && <AllSigned userId={userId} />}
      <PaperList papers={papers} openId={paper.id} onOpen={setChosenId} />
      <OpenPaper key={paper.id} userId={userId} paper={paper} onDone={() => setChosenId(null)} />
    </div>
  );
}

interface OpenPaperProps {
  readonly userId: string;
  readonly paper: DigitalSignature;
  readonly onDone: () => void;
}

function OpenPaper({ userId, paper, onDone }: OpenPaperProps) {
  const { t, i18n } = useTranslation();
  const [language, setLanguage] = useState<Language>(languageOf(i18n.resolvedLanguage));
  const [seen, setSeen] = useState<PagesSeen | null>(null);
  /** How often another version came while this one was read. */
  const [changes, setChanges] = useState(0);
  const { data: file, error, refetch } = useQuery(paperFileQuery(userId, paper, language));
  const name = t(($) => $.contracts.paper[paper.paper]);
  const note = useCallback((next: PagesSeen) => setSeen((before) => furthest(before, next)), []);
  const begin = () => setSeen(null);
  return (
    <>
      {changes > 0 && (
        <p
          role="alert"
          data-testid="paper-changed"
          className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning leading-5"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(($) => $.contracts.changed)}
        </p>
      )}
      <div className="grid items-start gap-4 xl:min-h-96 xl:flex-1 xl:grid-cols-[minmax(0,1fr)_368px] xl:items-stretch">
        <PaperViewer
          name={name}
          fileName={`${FILE_NAMES[paper.paper]}-${paper.version}-${language}.pdf`}
          language={language}
          onLanguage={
            isOpen(paper)
              ? (next) => {
                  setLanguage(next);
                  begin();
                }
              : null
          }
          file={file}
          errorCode={error === null ? null : errorCodeOf(error)}
          onRetry={() => void refetch()}
          onSeen={note}
        />
        <div className="grid min-w-0 content-start gap-3 xl:overflow-y-auto">
          <SignPanel
            // Another version, or other words: nothing of it was agreed to.
            key={`${paper.status} ${file?.hash} ${changes}`}
            {...{ userId, paper, name, language, file, seen, onDone }}
            onChanged={() => {
              setChanges(changes + 1);
              begin();
            }}
          />
          {file && <FileFacts paper={paper} hash={file.hash} />}
        </div>
      </div>
    </>
  );
}

function furthest(before: PagesSeen | null, next: PagesSeen): PagesSeen {
  return { pages: next.pages, current: Math.max(before?.current ?? 0, next.current) };
}

/** What a downloaded paper is called, in letters that every system can write. */
const FILE_NAMES = {
  ACCOUNT_OPENING: 'hop-dong-mo-tai-khoan',
  RISK_DISCLOSURE: 'cong-bo-rui-ro',
  MARGIN_AGREEMENT: 'thoa-thuan-ky-quy',
} as const;

function FileFacts({ paper, hash }: { readonly paper: DigitalSignature; readonly hash: string | null }) {
  const { t } = useTranslation();
  return (
    <Card className="max-md:p-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-12 leading-[22px] *:even:text-right [&>dt]:text-fg-2">
        <dt>{t(($) => $.contracts.sign.signer)}</dt>
        <dd className="break-words">{paper.signer}</dd>
        {hash !== null && (
          <>
            <dt>{t(($) => $.contracts.sign.hash)}</dt>
            <dd className="font-mono" title={hash} data-testid="paper-hash">
              {shortHash(hash)}
            </dd>
          </>
        )}
        {isOpen(paper) && (
          <>
            <dt>{t(($) => $.contracts.sign.whole)}</dt>
            <dd>{t(($) => $.contracts.sign.wholeFact)}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}

/** The server opens the account by itself, a moment after the last signature. */
const LOOK_AGAIN_MS = 2_000;

function AllSigned({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const { data: me } = useQuery({
    ...meQuery(userId),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING_ACTIVATE' ? LOOK_AGAIN_MS : false),
  });
  const code = useLastContract((state) => state.code);
  if (!me) return null;
  const isActive = me.status === 'ACTIVE';
  return (
    <Card
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-success bg-success-soft px-4 py-3"
      data-testid="all-signed"
    >
      <FileCheck aria-hidden className="size-5 shrink-0 text-success" />
      {isActive ? (
        <>
          <p className="min-w-0 flex-1">
            <span className="block font-medium text-14">{t(($) => $.contracts.all.open)}</span>
            <span className="block text-fg-2">{t(($) => $.contracts.all.openAbout)}</span>
          </p>
          <Button asChild className="max-md:h-11">
            <Link {...(code === null ? { to: '/' } : { to: '/trading/$code', params: { code } })} data-testid="to-desk">
              {t(($) => $.contracts.all.desk)}
            </Link>
          </Button>
        </>
      ) : (
        <p className="min-w-0 flex-1 font-medium">
          {t(($) => (me.status === 'PENDING_ACTIVATE' ? $.contracts.all.opening : $.contracts.all.waiting))}
        </p>
      )}
    </Card>
  );
}
