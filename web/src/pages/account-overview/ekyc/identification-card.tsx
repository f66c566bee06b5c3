/**
 * The identity of an approved investor as it was checked (docs/rules/people.md#identity-check). Privacy mode masks all of
 * it that names somebody; nothing of it can be changed here.
 */
import type { EkycRecord } from '@mua/contract/entities/registration';
import { readEkyc } from '@mua/contract/http/ekyc';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { MISSING } from '#i18n/format.ts';
import { MASKED, useFormat } from '#i18n/use-format.ts';
import type { Words } from '#i18n/vi/index.ts';
import { usePrivacy } from '#session/privacy-store.ts';
import { meQuery } from '#signed-in/accounts.ts';
import { callAs, errorCodeOf } from '#signed-in/actor.ts';

function ekycQuery(userId: string, investorCode: string) {
  return queryOptions({
    queryKey: [userId, 'ekyc', investorCode] as const,
    queryFn: ({ signal }) => callAs(userId, readEkyc, { params: { investorCode }, signal }),
  });
}

export function IdentificationCard({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  return (
    <Card aria-label={t(($) => $.identification.title)} className="grid gap-4 max-md:p-4" data-testid="identification">
      <Identification userId={userId} />
    </Card>
  );
}

function Identification({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const me = useQuery(meQuery(userId));
  const investorCode = me.data?.investorCode;
  const ekyc = useQuery({ ...ekycQuery(userId, investorCode ?? ''), enabled: investorCode !== undefined });
  if (ekyc.data) return <Identity record={ekyc.data} />;
  const failed = me.isError ? me : ekyc;
  if (!failed.error) return <SkeletonRows rows={6} columns={['text', 'text']} />;
  const code = errorCodeOf(failed.error);
  if (code === 'EkycRecordNotFound') {
    return (
      <EmptyState
        icon={IdCard}
        title={t(($) => $.identification.none)}
        hint={t(($) => $.identification.noneHint)}
        className="py-10"
      />
    );
  }
  return <ErrorPanel panel={t(($) => $.identification.panel)} code={code} onRetry={() => void failed.refetch()} />;
}

type FactName = keyof Words['identification']['field'];

interface Fact {
  readonly name: FactName;
  readonly value: string | undefined;
  /** Takes the whole row. */
  readonly isLong?: boolean;
}

function Identity({ record }: { readonly record: EkycRecord }) {
  const { t } = useTranslation();
  const format = useFormat();
  const company = useCompany(record);
  const person = usePerson(record);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-16">{t(($) => $.identification.title)}</h2>
        <Badge tone="success">{t(($) => $.identification.verified)}</Badge>
        {record.decidedAt !== null && (
          <p className="text-12 text-fg-3 md:ml-auto">
            {t(($) => $.identification.decidedAt, { time: format.dateTime(record.decidedAt) })}
          </p>
        )}
      </header>
      {record.kind === 'BUSINESS' ? (
        <>
          <Facts title={t(($) => $.identification.company)} facts={company} />
          <Facts title={t(($) => $.identification.representative)} facts={person} />
        </>
      ) : (
        <Facts facts={person} />
      )}
      <p className="border-border border-t pt-3 text-12 text-fg-3">{t(($) => $.identification.change)}</p>
    </>
  );
}

function Facts({ title, facts }: { readonly title?: string; readonly facts: readonly Fact[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={title} className="grid gap-3">
      {title !== undefined && <h3 className="text-14">{title}</h3>}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {facts.map(({ name, value, isLong = false }) => (
          <div key={name} className={cn('min-w-0', isLong && 'sm:col-span-full')} data-testid={`identity-${name}`}>
            <dt className="text-12 text-fg-2">{t(($) => $.identification.field[name])}</dt>
            <dd className="break-words font-medium">{value === undefined || value === '' ? MISSING : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function usePerson({ investorCode, kind, contactAddress, fields }: EkycRecord): readonly Fact[] {
  const { t } = useTranslation();
  const format = useFormat();
  const own = useOwn();
  const { documentType, sex, nationality, issueDate, issuePlace, expiryDate } = fields;
  const expiry = expiryDate ? format.civilDate(expiryDate) : t(($) => $.identification.noExpiry);
  return [
    { name: 'fullName', value: fields.fullName },
    ...(kind === 'BUSINESS' ? [{ name: 'position', value: fields.position } as const] : []),
    { name: 'documentType', value: documentType && t(($) => $.identification.document[documentType]) },
    { name: 'idNumber', value: fields.idNumber && format.contact(fields.idNumber) },
    { name: 'dateOfBirth', value: own(fields.dateOfBirth && format.civilDate(fields.dateOfBirth)) },
    { name: 'sex', value: sex && t(($) => $.identification.sex[sex]) },
    { name: 'nationality', value: nationality },
    { name: 'issueDate', value: issueDate && format.civilDate(issueDate) },
    { name: 'issuePlace', value: issuePlace },
    { name: 'expiryDate', value: expiry },
    { name: 'investorCode', value: format.accountNumber(investorCode) },
    { name: 'permanentAddress', value: own(fields.permanentAddress), isLong: true },
    { name: 'contactAddress', value: own(contactAddress), isLong: true },
  ];
}

function useCompany({ fields }: EkycRecord): readonly Fact[] {
  const format = useFormat();
  return [
    { name: 'companyName', value: fields.companyName, isLong: true },
    { name: 'taxCode', value: fields.taxCode },
    { name: 'licenceNumber', value: fields.licenceNumber },
    { name: 'licenceDate', value: fields.licenceDate && format.civilDate(fields.licenceDate) },
  ];
}

/** Where nothing of a value may stay in privacy mode. */
function useOwn(): (value: string | undefined) => string | undefined {
  const isPrivate = usePrivacy((state) => state.isPrivate);
  return (value) => (isPrivate && value ? MASKED : value);
}
