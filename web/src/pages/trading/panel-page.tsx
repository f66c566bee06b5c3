/** `/window/:panel/:code`: one panel of the desk in a browser window of its own. */
import type { Contract } from '@mua/contract/entities/contract';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { type LinkedContract, useLinkedContract, useOrdersHandedOn } from '#desk/linked-windows.ts';
import { keepPlace } from '#desk/panel-windows.ts';
import { useWindowPanel, type WindowPanel } from '#desk/window-panel.ts';
import { ContractMenu } from '#features/contract-strip/contract-menu.tsx';
import { LastPrice } from '#features/contract-strip/last-price.tsx';
import { OrderDetails } from '#features/order-details/order-details.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useWatchedMarket } from '#feeds/market-feeds.ts';
import { useContracts } from '#market/contracts.ts';
import { BookAndTape } from '#pages/trading/book-and-tape.tsx';
import { DeskPanel } from '#pages/trading/desk-panel.tsx';
import { WaitingRows } from '#pages/trading/desk-waiting.tsx';
import { BoardTab, BottomTabs, OrderLadder, TradingKeys, WindowCharts } from '#pages/trading/late-parts.tsx';
import { LayoutMenu } from '#pages/trading/layout-menu.tsx';
import { LinkMenu } from '#pages/trading/link-menu.tsx';
import { useShownPicks } from '#pages/trading/shown-picks.ts';
import { UnknownContract } from '#pages/trading/unknown-contract.tsx';
import { type AskedOrder, useDraftOf } from '#pages/trading/use-draft-of.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export interface PanelPageProps {
  readonly panel: WindowPanel;
  readonly code: string;
  readonly asked: AskedOrder;
}

export function PanelPage({ panel, code, asked }: PanelPageProps) {
  const { t } = useTranslation();
  const name = t(($) => $.windows.panel[panel]);
  const { contracts, data, error, refetch } = useContracts();
  const contract = contracts.find((listed) => listed.code === code);
  usePageTitle(t(($) => $.windows.title, { panel: name, code }));
  useOwnPanel(panel);
  useWatchedMarket(code);
  useDraftOf(code, asked, contract?.decimalFormat);
  const linked = useLinks(panel, code);
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-border">
      <h1 className="sr-only">{t(($) => $.windows.title, { panel: name, code })}</h1>
      {contract ? (
        <FoundPanel {...{ panel, name, contract, contracts, linked }} />
      ) : data !== undefined ? (
        <UnknownContract code={code} />
      ) : (
        <div className="grid min-h-0 flex-1 bg-surface">
          {error ? <ErrorPanel code={errorCodeOf(error)} onRetry={refetch} className="m-auto" /> : <WaitingRows />}
        </div>
      )}
      <OrderDetails />
    </div>
  );
}

/** As long as this page is shown, a contract that is opened here is opened in this panel. */
function useOwnPanel(panel: WindowPanel): void {
  useEffect(() => {
    useWindowPanel.setState({ panel });
    const keep = () => keepPlace(panel);
    window.addEventListener('pagehide', keep);
    return () => {
      useWindowPanel.setState({ panel: null });
      window.removeEventListener('pagehide', keep);
    };
  }, [panel]);
}

function useLinks(panel: WindowPanel, code: string): LinkedContract {
  const navigate = useNavigate();
  const show = useCallback(
    (next: string) => void navigate({ to: '/window/$panel/$code', params: { panel, code: next }, replace: true }),
    [navigate, panel],
  );
  const linked = useLinkedContract(code, show, false);
  const openDesk = useCallback((asked: string) => window.open(`/trading/${asked}`) !== null, []);
  useOrdersHandedOn(openDesk);
  return linked;
}

interface FoundPanelProps extends Pick<PanelPageProps, 'panel'> {
  readonly name: string;
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly linked: LinkedContract;
}

function FoundPanel({ panel, name, contract, contracts, linked }: FoundPanelProps) {
  const { t } = useTranslation();
  return (
    <>
      <section
        aria-label={t(($) => $.desk.strip.label)}
        className="mb-px flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 overflow-hidden bg-surface px-2 py-1"
      >
        <LinkMenu linked={linked} />
        <ContractMenu contract={contract} contracts={contracts} />
        <LastPrice contract={contract} />
        {panel === 'chart' && (
          <span className="ml-auto flex">
            <LayoutMenu />
          </span>
        )}
        {panel === 'ladder' && (
          <span className="ml-auto flex">
            <TradingKeys key={contract.code} contract={contract} />
          </span>
        )}
      </section>
      <DeskPanel name={name} code={contract.code} waiting={<WaitingRows />}>
        <PanelContent panel={panel} contract={contract} contracts={contracts} />
      </DeskPanel>
    </>
  );
}

function PanelContent({ panel, contract, contracts }: Omit<FoundPanelProps, 'name' | 'linked'>) {
  const { code } = contract;
  switch (panel) {
    case 'chart':
      return <WindowCharts contract={contract} contracts={contracts} />;
    case 'ladder':
      return <OrderLadder key={code} contract={contract} />;
    case 'book':
      return <HandingBook contract={contract} />;
    case 'board':
      return <BoardTab contract={contract} contracts={contracts} />;
    case 'lists':
      return <BottomTabs contract={contract} contracts={contracts} isSplit={false} />;
  }
}

/** A click on a price or a size goes to the ticket of a desk. */
function HandingBook({ contract }: { contract: Contract }) {
  return <BookAndTape contract={contract} {...useShownPicks(contract)} />;
}
