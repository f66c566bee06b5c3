/** `/proof` (docs/rules/proof.md): every signed day, the key, what it proves and what not, and how to check it oneself. */
import { PROOF_KINDS, type ProofKind, type PublishedDay } from '@mua/contract/entities/proof';
import { listProofDays, readProofDay, readProofKey } from '@mua/contract/http/proof';
import { addressOf } from '@mua/contract/route';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarCheck2, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { CopyButton } from '#design/ui/controls/copy-button.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { type StatementColumn, StatementRows } from '#pages/statements/statement-rows.tsx';
import { call, refusalIn } from '#wire/call.ts';
import { shortHash } from '#wire/sha256.ts';

export interface ProofPageProps {
  readonly appName: string;
}

export function ProofPage({ appName }: ProofPageProps) {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.proof.title));
  return (
    <div className="mx-auto grid w-full max-w-[1072px] shrink-0 gap-4 p-4 md:p-6 lg:pt-8">
      <header className="grid max-w-[720px] gap-1.5">
        <h1 className="text-20">{t(($) => $.proof.title)}</h1>
        <p className="text-14 text-fg-2">{t(($) => $.proof.about, { name: appName })}</p>
      </header>
      <Days />
      <Keys />
      <div className="grid gap-4 md:grid-cols-2">
        <Text title={t(($) => $.proof.proves)} text={t(($) => $.proof.provesText)} />
        <Text title={t(($) => $.proof.provesNot)} text={t(($) => $.proof.provesNotText)} />
      </div>
      <HowTo />
    </div>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Card className="grid content-start gap-1.5">
      <h2 className="font-semibold text-14">{title}</h2>
      <p className="text-fg-2 leading-5">{text}</p>
    </Card>
  );
}

function daysQuery(kind: ProofKind | null) {
  return infiniteQueryOptions({
    queryKey: ['proof-days', kind] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listProofDays, {
        query: { ...(kind === null ? {} : { kind }), ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

function Days() {
  const { t } = useTranslation();
  const format = useFormat();
  const [kind, setKind] = useState<ProofKind | null>(null);
  const query = useInfiniteQuery(daysQuery(kind));
  const days = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = query.data?.pages ?? [];
  return (
    <Card className="overflow-hidden p-0" data-testid="proof-days">
      <header className="flex flex-wrap items-center gap-3 border-border border-b px-3 py-2">
        <h2 className="font-semibold text-14">{t(($) => $.proof.days)}</h2>
        <Segment<ProofKind>
          label={t(($) => $.proof.kind)}
          value={kind ?? first?.kind ?? 'demo'}
          onValueChange={setKind}
          className="ml-auto"
          options={PROOF_KINDS.map((value) => ({ value, label: t(($) => $.proof.kinds[value]) }))}
        />
      </header>
      {first && first.refused.length > 0 && (
        <p role="alert" className="bg-danger-soft px-3 py-2 text-danger">
          {t(($) => $.proof.refused, { dates: first.refused.map((date) => format.civilDate(date)).join(', ') })}
        </p>
      )}
      {query.error && !query.data ? (
        <ErrorPanel
          panel={t(($) => $.proof.panel)}
          code={refusalIn(query.error).code}
          onRetry={() => void query.refetch()}
        />
      ) : query.isPending ? (
        <SkeletonRows rows={4} columns={['text', 'number', 'number', 'text']} />
      ) : days.length === 0 ? (
        <EmptyState
          icon={CalendarCheck2}
          title={t(($) => $.proof.noDays)}
          hint={t(($) => $.proof.noDaysHint)}
          className="py-10"
        />
      ) : (
        <DayRows days={days} kind={first?.kind ?? 'demo'} />
      )}
      {query.hasNextPage && (
        <div className="p-3">
          <Button variant="outline" className="max-md:h-11" onClick={() => void query.fetchNextPage()}>
            {t(($) => $.statements.showAll)}
          </Button>
        </div>
      )}
    </Card>
  );
}

function DayRows({ days, kind }: { readonly days: readonly PublishedDay[]; readonly kind: ProofKind }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly StatementColumn<PublishedDay>[] = [
    { name: t(($) => $.proof.date), cell: ({ date }) => format.civilDate(date), place: 'head' },
    {
      name: t(($) => $.proof.owed),
      cell: ({ liabilities }) => format.vnd(liabilities, { bare: true }),
      numeric: true,
      place: 'figure',
    },
    {
      name: t(($) => $.proof.owing),
      cell: ({ deficits }) => format.vnd(deficits, { bare: true }),
      numeric: true,
    },
    { name: t(($) => $.proof.accountsHead), cell: ({ accounts }) => format.volume(accounts), numeric: true },
    {
      name: t(($) => $.proof.dayHash),
      cell: ({ dayHash }) => <span className="font-mono text-12">{shortHash(dayHash)}</span>,
    },
    {
      name: t(($) => $.proof.file),
      cell: ({ date }) => (
        <a
          href={addressOf(readProofDay, { params: { date }, query: { kind } })}
          className="inline-flex items-center gap-1 rounded-sm py-1 text-primary-text hover:underline"
        >
          {date}.json <ExternalLink aria-hidden className="size-3.5" />
        </a>
      ),
    },
  ];
  return (
    <div className="overflow-x-auto">
      <StatementRows
        label={t(($) => $.proof.days)}
        columns={columns}
        rows={days}
        keyOf={({ date }) => date}
        nothing={t(($) => $.proof.noDays)}
      />
    </div>
  );
}

const KEYS = queryOptions({
  queryKey: ['proof-key'] as const,
  queryFn: ({ signal }) => call(readProofKey, { signal }),
});

function Keys() {
  const { t } = useTranslation();
  const { data } = useQuery(KEYS);
  return (
    <Card className="grid gap-1.5">
      <h2 className="font-semibold text-14">{t(($) => $.proof.key)}</h2>
      {data && <KeyLine name={t(($) => $.proof.key)} value={data.key} />}
      <p className="text-12 text-fg-2">{t(($) => $.proof.keyHint)}</p>
      {data && data.nextKey !== null && (
        <>
          <h3 className="font-medium">{t(($) => $.proof.nextKey)}</h3>
          <KeyLine name={t(($) => $.proof.nextKey)} value={data.nextKey} />
        </>
      )}
    </Card>
  );
}

function KeyLine({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <p className="flex items-center gap-2">
      <code className="min-w-0 break-all font-mono text-12" data-testid="proof-key">
        {value}
      </code>
      <CopyButton label={name} text={value} />
    </p>
  );
}

const STEPS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const;

function HowTo() {
  const { t } = useTranslation();
  return (
    <Card className="grid gap-2">
      <h2 className="font-semibold text-14">{t(($) => $.proof.howTo)}</h2>
      <ol className="grid list-decimal gap-1 pl-6 text-fg-2 leading-5">
        {STEPS.map((step) => (
          <li key={step} className="break-words">
            {t(($) => $.proof.howToSteps[step])}
          </li>
        ))}
      </ol>
      <p className="text-fg-2">{t(($) => $.proof.command)}</p>
      <Link
        to="/verify"
        className="w-fit rounded-sm py-1 text-primary-text underline-offset-2 hover:underline max-md:py-3"
      >
        {t(($) => $.proof.checkElsewhere)}
      </Link>
    </Card>
  );
}
