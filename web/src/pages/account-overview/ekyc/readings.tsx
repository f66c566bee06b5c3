/** What was read from a document, at the field: where it was read, and the other readings where two do not agree. */
import type { DocumentReading, RegistrationField } from '@mua/contract/entities/registration';
import { useTranslation } from 'react-i18next';
import { Chip } from '#design/ui/controls/chip.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';

interface ReadProps {
  readonly reading: DocumentReading | null;
  readonly name: RegistrationField;
  readonly value: string;
}

/** Beside the label. */
export function Source({ reading, name, value, isOptional = false }: ReadProps & { readonly isOptional?: boolean }) {
  const { t } = useTranslation();
  const differs = reading?.differences.some(({ field }) => field === name) ?? false;
  const read = reading?.fields[name];
  if (differs) return <Badge tone="warning">{t(($) => $.application.differs)}</Badge>;
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
  const others = otherReadings(reading, name).filter((one) => one.value !== value);
  if (others.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {others.map(({ source, value: other }) => (
        <Chip
          key={`${source} ${other}`}
          className="h-auto min-h-9 text-left max-md:min-h-11"
          onClick={() => onTake(other)}
        >
          {t(($) => $.application.take, { value: show(other) })}
          <span className="text-fg-3">{t(($) => $.application.source[source])}</span>
        </Chip>
      ))}
    </div>
  );
}

function otherReadings(reading: DocumentReading | null, name: string) {
  const read = reading?.fields[name];
  const differing = reading?.differences.find(({ field }) => field === name)?.values ?? [];
  const all = [...(read ? [{ source: read.source, value: read.value }] : []), ...differing];
  // A number says a year or a sex, nothing that can be put into a field.
  return all.filter(
    ({ source, value }, at) =>
      source !== 'NUMBER' && value !== '' && all.findIndex((other) => other.value === value) === at,
  );
}
