/** Searches contracts as everywhere and toggles each; the chosen ones are listed below and can be removed. */
import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { RemovableChip } from '#design/ui/controls/chip.tsx';
import type { FieldControl } from '#design/ui/controls/field.tsx';
import { controlVariants } from '#design/ui/controls/input.tsx';
import { SearchChoice, SearchMenu } from '#design/ui/dialogs/search-menu.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { contractSearch } from '#market/contract-search.ts';
import { useContracts } from '#market/contracts.ts';
import { toggled } from '#pages/authorize/grant-draft.ts';

export interface ContractChoiceProps {
  readonly control: FieldControl;
  readonly most: number;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

const SHOWN_MAX = 40;

export function ContractChoice({ control, most, chosen, onChange }: ContractChoiceProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2">
      <Popover>
        <PopoverTrigger
          id={control.id}
          aria-describedby={control['aria-describedby']}
          data-testid="grant-contracts"
          className={cn(controlVariants({ size: 'lg' }), 'justify-between max-md:h-11')}
        >
          {t(($) => (chosen.length === 0 ? $.applications.contractsAll : $.applications.contractsChoose))}
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-fg-2" />
        </PopoverTrigger>
        <PopoverContent
          align="start"
          className="w-(--radix-popover-trigger-width) p-0"
          aria-label={t(($) => $.applications.contractsChoose)}
        >
          <ContractList most={most} chosen={chosen} onChange={onChange} />
        </PopoverContent>
      </Popover>
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {chosen.map((code) => (
            <RemovableChip key={code} name={code} onRemove={() => onChange(toggled(chosen, code))} />
          ))}
        </div>
      )}
    </div>
  );
}

function ContractList({ most, chosen, onChange }: Omit<ContractChoiceProps, 'control'>) {
  const { t } = useTranslation();
  const { language, expiry } = useFormat();
  const { contracts } = useContracts();
  const [query, setQuery] = useState('');
  const found = useMemo(() => contracts.filter(contractSearch(query)).slice(0, SHOWN_MAX), [contracts, query]);
  const isFull = chosen.length >= most;
  return (
    <SearchMenu
      query={query}
      onQuery={setQuery}
      label={t(($) => $.applications.contractsSearch)}
      nothing={found.length === 0 ? t(($) => $.applications.contractsNone, { query }) : null}
      className="max-h-[min(320px,40dvh)]"
    >
      <ul>
        {found.map(({ code, commodityName, expiryMonth }) => {
          const isOn = chosen.includes(code);
          return (
            <SearchChoice
              key={code}
              isOn={isOn}
              isDisabled={isFull && !isOn}
              onToggle={() => onChange(toggled(chosen, code))}
            >
              <span className="w-16 shrink-0 font-medium">{code}</span>
              <span className="truncate text-12 text-fg-3">
                {commodityName[language]} {expiry(expiryMonth)}
              </span>
            </SearchChoice>
          );
        })}
      </ul>
    </SearchMenu>
  );
}
