/** The right column: the ticket, and the contract's facts below it. The ticket keeps its height; the facts scroll. */
import type { Contract } from '@mua/contract/entities/contract';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { skipTarget } from '#design/skip-target.ts';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { ContractInformation } from '#features/contract-info/contract-information.tsx';
import { OrderTicket } from '#features/order-ticket/order-ticket.tsx';

export function SideColumn({ contract, isInfoOpen }: { contract: Contract; isInfoOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <div
      {...skipTarget('ticket')}
      className="panel-layer flex h-full min-h-0 flex-col overflow-y-auto bg-surface outline-none"
    >
      <div className="shrink-0">
        <ErrorBoundary panel={t(($) => $.ticket.title)} resetKey={contract.code}>
          <OrderTicket key={contract.code} contract={contract} />
        </ErrorBoundary>
      </div>
      <ErrorBoundary panel={t(($) => $.words.market.contractInformation)} resetKey={contract.code}>
        <Information contract={contract} isOpenFirst={isInfoOpen} />
      </ErrorBoundary>
    </div>
  );
}

function Information({ contract, isOpenFirst }: { contract: Contract; isOpenFirst: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(isOpenFirst);
  const id = useId();
  return (
    <section className="border-border border-y">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex h-panel-head w-full items-center justify-between px-3 text-13 outline-offset-[-2px] hover:bg-surface-2"
        >
          {t(($) => $.words.market.contractInformation)}
          <ChevronDown aria-hidden className={cn('size-3.5 text-fg-2', isOpen && 'rotate-180')} />
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && <ContractInformation contract={contract} />}
      </div>
    </section>
  );
}
