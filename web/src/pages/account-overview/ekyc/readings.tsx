/** What was read from a document, at the field: where it was read, and the other readings where two do not agree. */
import type { DocumentReading, RegistrationField, RegistrationFields } from '@mua/contract/entities/registration';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '#design/ui/controls/chip.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { differingFields, isDiffering, readValues } from '#pages/account-overview/ekyc/reading-differences.ts';

interface ReadProps {
  readonly reading: DocumentReading | null;
  readonly name: RegistrationField;
  readonly value: string;
}

/** Beside the label. */
export function Source({ reading, name, value, isOptional = false }: ReadProps & { readonly isOptional?: boolean }) {
  const { t } = useTranslation();
  const read = reading?.fields[name];
  if (isDiffering(reading, name, value)) return <Badge tone="warning">{t(($) => $.application.differs)}</Badge>;
  if (read && read.value === value) return <Badge tone="success">{t(($) => $.application.source[read.source])}</Badge>;
  return isOptional ? t(($) => $.application.optional) : null;
}

interface OtherReadingsProps extends ReadProps {
  /** A value as somebody reads it. */
  readonly show: (value: string) => string;
  readonly onTake: (value: string) => void;
}

/** Below the field: readings other than what stands in it; one press takes one. */
export function OtherReadings({ reading, name, value, show, onTake }: OtherReadingsProps) {
  const { t } = useTranslation();
  const others = readValues(reading, name).filter((one) => one.value !== value);
  if (others.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {others.map(({ source, value: other }) => (
        <Chip
          key={`${source} ${other}`}
          className="h-auto min-h-9 max-w-full whitespace-normal text-left max-md:min-h-11"
          onClick={() => onTake(other)}
        >
          {t(($) => $.application.take, { value: show(other) })}
          <span className="text-fg-3">{t(($) => $.application.source[source])}</span>
        </Chip>
      ))}
    </div>
  );
}

interface ReadingNoteProps {
  readonly reading: DocumentReading | null;
  readonly fields: RegistrationFields;
}

/** What somebody has to look at before the application is sent. */
export function ReadingNote({ reading, fields }: ReadingNoteProps) {
  const { t } = useTranslation();
  const count = differingFields(reading, fields).size;
  if (!reading?.isExpired && count === 0) return null;
  return (
    <p role="status" className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning leading-5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {reading?.isExpired ? t(($) => $.application.expired) : t(($) => $.application.differences, { count })}
    </p>
  );
}
