/** Chooses a contract from the list of all. */
import type { Contract } from '@mua/contract/entities/contract';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Field } from '#design/ui/controls/field.tsx';
import { controlVariants } from '#design/ui/controls/input.tsx';
import { labelIdOf } from '#design/ui/controls/label.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import { ContractChoices } from '#pages/margin-calculator/contract-choices.tsx';

export interface ContractFieldProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly onContract: (code: string) => void;
}

export function ContractField({ contract, contracts, onContract }: ContractFieldProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <Field roomy label={t(($) => $.calculator.contract)}>
      {({ id }) => (
        <Popover open={isOpen} onOpenChange={setOpen}>
          <PopoverTrigger
            id={id}
            aria-labelledby={`${labelIdOf(id)} ${id}`}
            data-testid="calculator-contract"
            className={cn(controlVariants({ size: 'lg' }), 'w-full text-left max-md:h-11')}
          >
            <span className="font-semibold">{contract.code}</span>
            <span className="min-w-0 flex-1 truncate text-fg-2">
              {contract.commodityName[format.language]} · {contract.exchange} · {format.expiry(contract.expiryMonth)}
            </span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-fg-2" />
          </PopoverTrigger>
          <PopoverContent
            align="start"
            className="w-(--radix-popover-trigger-width) p-0"
            aria-label={t(($) => $.desk.strip.choose)}
          >
            <ContractChoices
              contracts={contracts}
              current={contract.code}
              onChosen={(code) => {
                setOpen(false);
                onContract(code);
              }}
            />
          </PopoverContent>
        </Popover>
      )}
    </Field>
  );
}
