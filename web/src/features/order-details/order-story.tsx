/**
 * One order from its first event until now: terms, fills, timeline, and what its sender saw. Beside the desk, or a
 * sheet.
 */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { focusSheet } from '#design/ui/dialogs/sheet.tsx';
import { SidePanel, SidePanelDescription, SidePanelTitle } from '#design/ui/dialogs/side-panel.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { SideText } from '#design/ui/figures/figures.tsx';
import { OrderTerms } from '#features/order-details/order-terms.tsx';
import { type KnownOrder, timelineQuery, useKnownOrder } from '#features/order-details/order-timeline.ts';
import { SeenFacts } from '#features/order-details/seen-facts.tsx';
import { Timeline } from '#features/order-details/timeline.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { writtenAs } from '#market/listing-codes.ts';
import { type DetailedOrder, useOrderDetails } from '#orders/order-details.ts';
import { FillRows } from '#orders/ui/fill-rows.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export function OrderStory({ shown }: { shown: DetailedOrder }) {
  const close = useOrderDetails((state) => state.close);
  return (
    // The content gets the focus, not the close button.
    <SidePanel onClose={close} data-testid="order-details-sheet" onOpenAutoFocus={focusSheet}>
      <Story key={shown.orderId} shown={shown} />
    </SidePanel>
  );
}

function Story({ shown }: { shown: DetailedOrder }) {
  const { t } = useTranslation();
  const format = useFormat();
  const known = useKnownOrder(shown);
  const contracts = useContractsByCode();
  const contract = known ? writtenAs(contracts, known.order.contractCode) : undefined;
  const story = useQuery(timelineQuery(shown, known?.order.seq ?? 0));
  return (
    <>
      <Head shown={shown} known={known} />
      {known && <OrderTerms known={known} contract={contract} />}
      {known?.kind === 'order' && known.order.filledQuantity > 0 && (
        <Section title={t(($) => $.orders.fills)}>
          <div className="-mx-4 overflow-x-auto">
            <FillRows order={known.order} contract={contract} />
          </div>
        </Section>
      )}
      <Section title={t(($) => $.timeline.title)}>
        {story.data ? (
          <>
            <Timeline events={story.data.moments} orderType={orderTypeOf(known)} contract={contract} />
            {story.data.omittedSteps > 0 && (
              <p className="pt-1 text-12 text-fg-3">
                {t(($) => $.timeline.omitted, { steps: format.volume(story.data.omittedSteps) })}
              </p>
            )}
          </>
        ) : story.error ? (
          <ErrorPanel
            panel={t(($) => $.timeline.panel)}
            code={errorCodeOf(story.error)}
            onRetry={() => void story.refetch()}
          />
        ) : (
          <SkeletonRows rows={4} columns={['text', 'number']} />
        )}
      </Section>
      {story.data && (
        <Section title={t(($) => $.timeline.seen)}>
          <SeenFacts decisionQuote={story.data.sighting} grid={contract?.decimalFormat} />
        </Section>
      )}
    </>
  );
}

function orderTypeOf(known: KnownOrder | null) {
  return known?.order.orderType ?? 'LIMIT';
}

function Head({ shown, known }: { shown: DetailedOrder; known: KnownOrder | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const account = useNamedAccount(shown.actor.accountId);
  const close = useOrderDetails((state) => state.close);
  const code = known?.order.contractCode ?? '';
  return (
    <header className="sticky top-0 z-10 flex items-start gap-2 border-border border-b bg-surface px-4 py-3">
      <div className="min-w-0 flex-1">
        <SidePanelTitle className="flex flex-wrap items-center gap-2 font-semibold text-16">
          {known && (
            <SideText side={known.order.side}>
              {t(($) => $.words.side[known.order.side])} {format.volume(known.order.quantity)}
            </SideText>
          )}
          {code}
        </SidePanelTitle>
        <SidePanelDescription className="mt-1 flex items-center gap-1.5 text-12 text-fg-2">
          <AccountName account={account} />
        </SidePanelDescription>
      </div>
      <IconButton
        label={t(($) => $.shell.action.close)}
        size="icon-sm"
        className="max-md:size-11"
        onClick={close}
        data-testid="close-details"
      >
        <X aria-hidden />
      </IconButton>
    </header>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-border border-b px-4 py-3">
      <h3 id={id} className="mb-2 text-13">
        {title}
      </h3>
      {children}
    </section>
  );
}
