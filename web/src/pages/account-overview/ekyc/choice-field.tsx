/** One of many, found by typing without accents. */
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Field } from '#design/ui/controls/field.tsx';
import { controlVariants } from '#design/ui/controls/input.tsx';
import { labelIdOf } from '#design/ui/controls/label.tsx';
import { SearchChoice, SearchMenu } from '#design/ui/dialogs/search-menu.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { DESK_QUERY, useMediaQuery } from '#design/use-media-query.ts';
import { plainText } from '#market/contract-search.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What else it is found by. */
  readonly otherNames?: readonly string[];
}

interface ChoiceFieldProps {
  /** Of the form's field. */
  readonly name: string;
  readonly label: string;
  /** Undefined while they are not there yet. */
  readonly choices: readonly Choice[] | undefined;
  readonly value: string;
  /** Said in the list where nothing is found. */
  readonly nothing: string;
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly isDisabled?: boolean;
  readonly onChoose: (id: string) => void;
}

export function ChoiceField(props: ChoiceFieldProps) {
  const { name, label, choices, value, nothing, aside, hint, error, isDisabled = false, onChoose } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  // What stands there and is none of them was read from a paper, or written before there was a list.
  const shown = choices?.find(({ id }) => id === value)?.name ?? (choices && value);
  return (
    <Field roomy label={label} aside={aside} hint={hint} error={error}>
      {(control) => (
        <Popover open={isOpen} onOpenChange={setOpen}>
          <PopoverTrigger asChild>
            <button
              {...control}
              type="button"
              aria-labelledby={`${labelIdOf(control.id)} ${control.id}-chosen`}
              disabled={isDisabled || !choices}
              data-testid={`application-${name}`}
              className={cn(
                controlVariants({ size: 'xl', tone: error ? 'error' : 'plain' }),
                'justify-between text-left outline-none focus-visible:border-ring focus-visible:shadow-[0_0_0_1px_var(--ring)] disabled:border-border disabled:bg-surface-2 disabled:text-disabled',
              )}
            >
              <span id={`${control.id}-chosen`} className={cn('truncate', !shown && 'text-fg-3')}>
                {shown || t(($) => $.banks.choose)}
              </span>
              <ChevronDown aria-hidden className="size-4 shrink-0 text-fg-3" />
            </button>
          </PopoverTrigger>
          <PopoverContent
            align="start"
            aria-label={label}
            className="flex w-[min(360px,calc(100vw-16px))] flex-col overflow-hidden p-0"
          >
            <Choices
              label={label}
              choices={choices ?? []}
              value={value}
              nothing={nothing}
              onChoose={(id) => {
                onChoose(id);
                setOpen(false);
              }}
            />
          </PopoverContent>
        </Popover>
      )}
    </Field>
  );
}

type ChoicesProps = Pick<ChoiceFieldProps, 'label' | 'value' | 'nothing' | 'onChoose'> & {
  readonly choices: readonly Choice[];
};

function Choices({ label, choices, value, nothing, onChoose }: ChoicesProps) {
  const { t } = useTranslation();
  const isDesk = useMediaQuery(DESK_QUERY);
  const [query, setQuery] = useState('');
  const sought = plainText(query.trim());
  const found = choices.filter(({ name, otherNames = [] }) =>
    [name, ...otherNames].some((one) => plainText(one).includes(sought)),
  );
  return (
    <SearchMenu
      compact={!isDesk}
      query={query}
      onQuery={setQuery}
      label={t(($) => $.banks.find)}
      nothing={found.length > 0 ? null : nothing}
    >
      <div role="listbox" aria-label={label}>
        {found.map(({ id, name }) => (
          <SearchChoice key={id} isOption compact={!isDesk} isOn={id === value} onToggle={() => onChoose(id)}>
            {name}
          </SearchChoice>
        ))}
      </div>
    </SearchMenu>
  );
}
