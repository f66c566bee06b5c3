/** Who somebody is, by their document: as it was checked, and before it is sent. Privacy mode masks what names somebody. */
import type { EkycRecord } from '@mua/contract/entities/registration';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { MISSING } from '#i18n/format.ts';
import { languageOf } from '#i18n/languages.ts';
import { MASKED, useFormat } from '#i18n/use-format.ts';
import type { Words } from '#i18n/vi/index.ts';
import { countryName } from '#pages/account-overview/ekyc/countries.ts';
import { usePrivacy } from '#session/privacy-store.ts';

type FactName = keyof Words['identification']['field'];

interface Fact {
  readonly name: FactName;
  readonly value: string | undefined;
  /** Takes the whole row. */
  readonly isLong?: boolean;
}

/** What is left out is not shown. */
type IdentityRecord = Pick<EkycRecord, 'kind' | 'fields'> &
  Partial<Pick<EkycRecord, 'investorCode' | 'contactAddress'>>;

interface IdentityFactsProps {
  readonly record: IdentityRecord;
  /** What stands there unlike the document. */
  readonly differing?: ReadonlySet<string>;
}

export function IdentityFacts({ record, differing = NONE }: IdentityFactsProps) {
  const { t } = useTranslation();
  const company = useCompany(record);
  const person = usePerson(record);
  if (record.kind !== 'BUSINESS') return <Facts facts={person} differing={differing} />;
  return (
    <>
      <Facts title={t(($) => $.identification.company)} facts={company} />
      <Facts title={t(($) => $.identification.representative)} facts={person} differing={differing} />
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

interface FactsProps {
  readonly title?: string;
  readonly facts: readonly Fact[];
  readonly differing?: ReadonlySet<string>;
}

function Facts({ title, facts, differing = NONE }: FactsProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={title} className="grid gap-3">
      {title !== undefined && <h2 className="text-14">{title}</h2>}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {facts.map(({ name, value, isLong = false }) => (
          <div key={name} className={cn('min-w-0', isLong && 'sm:col-span-full')} data-testid={`identity-${name}`}>
            <dt className="text-12 text-fg-2">{t(($) => $.identification.field[name])}</dt>
            <dd className="break-words font-medium">
              {value === undefined || value === '' ? MISSING : value}
              {differing.has(name) && (
                <Badge tone="warning" className="ml-2">
                  {t(($) => $.application.differs)}
                </Badge>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function usePerson({ investorCode, kind, contactAddress, fields }: IdentityRecord): readonly Fact[] {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  const format = useFormat();
  const own = useOwn();
  const { documentType, sex, nationality, issueDate, issuePlace, expiryDate } = fields;
  const expiry = expiryDate ? format.civilDate(expiryDate) : t(($) => $.identification.noExpiry);
  return [
    { name: 'fullName', value: own(fields.fullName) },
    ...(kind === 'BUSINESS' ? [{ name: 'position', value: fields.position } as const] : []),
    { name: 'documentType', value: documentType && t(($) => $.identification.document[documentType]) },
    { name: 'idNumber', value: fields.idNumber && format.contact(fields.idNumber) },
    { name: 'dateOfBirth', value: own(fields.dateOfBirth && format.civilDate(fields.dateOfBirth)) },
    { name: 'sex', value: sex && t(($) => $.identification.sex[sex]) },
    { name: 'nationality', value: nationality && countryName(nationality, language) },
    { name: 'issueDate', value: issueDate && format.civilDate(issueDate) },
    { name: 'issuePlace', value: issuePlace },
    { name: 'expiryDate', value: expiry },
    ...(investorCode === undefined
      ? []
      : [{ name: 'investorCode', value: format.accountNumber(investorCode) } as const]),
    { name: 'permanentAddress', value: own(fields.permanentAddress), isLong: true },
    ...(contactAddress === undefined
      ? []
      : [{ name: 'contactAddress', value: own(contactAddress), isLong: true } as const]),
  ];
}

function useCompany({ fields }: IdentityRecord): readonly Fact[] {
  const format = useFormat();
  const own = useOwn();
  return [
    { name: 'companyName', value: own(fields.companyName), isLong: true },
    { name: 'taxCode', value: own(fields.taxCode) },
    { name: 'licenceNumber', value: own(fields.licenceNumber) },
    { name: 'licenceDate', value: fields.licenceDate && format.civilDate(fields.licenceDate) },
  ];
}

/** Where nothing of a value may stay in privacy mode. */
function useOwn(): (value: string | undefined) => string | undefined {
  const isPrivate = usePrivacy((state) => state.isPrivate);
  return (value) => (isPrivate && value ? MASKED : value);
}
