/** One of many places, found by typing without accents. */
import type { Place } from '@mua/contract/http/locations';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { controlVariants } from '#design/ui/controls/input.tsx';
import { SearchChoice, SearchMenu } from '#design/ui/dialogs/search-menu.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { type Language, languageOf } from '#i18n/languages.ts';
import { plainText } from '#market/contract-search.ts';

interface PlaceFieldProps {
  readonly name: 'provinceId' | 'districtId' | 'wardId';
  readonly places: UseQueryResult<Place[]>;
  readonly value: string;
  readonly error: ReactNode | undefined;
  readonly isWaiting?: boolean;
  readonly onChoose: (placeId: string) => void;
}

export function PlaceField({ name, places, value, error, isWaiting = false, onChoose }: PlaceFieldProps) {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  const [isOpen, setOpen] = useState(false);
  const label = t(($) => $.application.contact[name]);
  const chosen = places.data?.find(({ id }) => id === value);
  if (places.isError) {
    return (
      <Field roomy label={label} error={t(($) => $.application.contact.failed)}>
        {(control) => (
          <Button {...control} className="h-11 justify-self-start" onClick={() => void places.refetch()}>
            {t(($) => $.application.contact.retry)}
          </Button>
        )}
      </Field>
    );
  }
  return (
    <Field roomy label={label} hint={isWaiting && t(($) => $.application.contact.first)} error={error}>
      {(control) => (
        <Popover open={isOpen} onOpenChange={setOpen}>
          <PopoverTrigger asChild>
            <button
              {...control}
              type="button"
              disabled={isWaiting || !places.data}
              data-testid={`application-${name}`}
              className={cn(
                controlVariants({ size: 'xl', tone: error ? 'error' : 'plain' }),
                'justify-between text-left outline-none focus-visible:border-ring focus-visible:shadow-[0_0_0_1px_var(--ring)] disabled:border-border disabled:bg-surface-2 disabled:text-disabled',
              )}
            >
              <span className={cn('truncate', !chosen && 'text-fg-3')}>
                {chosen ? chosen.name[language] : t(($) => $.application.contact.choose)}
              </span>
              <ChevronDown aria-hidden className="size-4 shrink-0 text-fg-3" />
            </button>
          </PopoverTrigger>
          <PopoverContent align="start" aria-label={label} className="w-[min(360px,calc(100vw-16px))] p-0">
            <Choices
              places={places.data ?? []}
              language={language}
              value={value}
              onChoose={(placeId) => {
                onChoose(placeId);
                setOpen(false);
              }}
            />
          </PopoverContent>
        </Popover>
      )}
    </Field>
  );
}

interface ChoicesProps {
  readonly places: readonly Place[];
  readonly language: Language;
  readonly value: string;
  readonly onChoose: (placeId: string) => void;
}

function Choices({ places, language, value, onChoose }: ChoicesProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const sought = plainText(query.trim());
  const found = places.filter(({ name }) => plainText(name[language]).includes(sought));
  return (
    <SearchMenu
      query={query}
      onQuery={setQuery}
      label={t(($) => $.application.contact.find)}
      nothing={found.length > 0 ? null : t(($) => $.application.contact.nothing)}
    >
      <ul>
        {found.map(({ id, name }) => (
          <SearchChoice key={id} isOn={id === value} onToggle={() => onChoose(id)}>
            {name[language]}
          </SearchChoice>
        ))}
      </ul>
    </SearchMenu>
  );
}
