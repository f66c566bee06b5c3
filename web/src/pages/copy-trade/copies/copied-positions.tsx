/** What a copy holds now; one position is closed by itself, and what the leader holds of it is not copied again. */
import type { OpenPosition } from '@mua/contract/entities/position';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPositionsQuery } from '#accounts/positions.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { QuestionDialog } from '#design/ui/dialogs/question-dialog.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { positionFigures } from '#features/positions/position-figures.ts';
import { notifyDone } from '#features/security/notify-done.ts';
import { MISSING } from '#i18n/format.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { useMarks } from '#market/live-marks.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { copyMoves, isClosed } from '#pages/copy-trade/copies/copies.ts';
import type { OfCopyProps } from '#pages/copy-trade/copies/copy-props.ts';
import { SidedContract } from '#pages/copy-trade/sided-contract.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { useSubmission } from '#wire/submission.ts';

export function CopiedPositions({ userId, copy }: OfCopyProps) {
  const { t } = useTranslation();
  const { accountId } = copy;
  const query = useQuery(openPositionsQuery({ userId, accountId }));
  // From then on the sub-account is its owner's, and what it holds no longer this copy's.
  if (isClosed(copy)) return <EmptyState icon={Layers} title={t(($) => $.copies.positionsGone)} />;
  return (
    <Answered
      query={query}
      panel={t(($) => $.positions.panel)}
      waiting={<SkeletonRows rows={3} columns={['text', 'number', 'number', 'number']} />}
    >
      {(positions) =>
        positions.length === 0 ? (
          <EmptyState icon={Layers} title={t(($) => $.copies.noPositions)} hint={t(($) => $.copies.noPositionsHint)} />
        ) : (
          <Positions userId={userId} copy={copy} positions={positions} />
        )
      }
    </Answered>
  );
}

function Positions({ userId, copy, positions }: OfCopyProps & { readonly positions: readonly OpenPosition[] }) {
  const { t } = useTranslation();
  const marks = useMarks(useMemo(() => positions.map(({ contractCode }) => contractCode), [positions]));
  const [asked, setAsked] = useState<OpenPosition | null>(null);
  return (
    <div className="overflow-x-auto">
      <Table
        aria-label={t(($) => $.copies.tabs.positions)}
        className="tabular-nums md:[&_td:first-child]:pl-5 md:[&_td:last-child]:pr-5 md:[&_th:first-child]:pl-5 md:[&_th:last-child]:pr-5"
      >
        <thead>
          <tr>
            <Th>{t(($) => $.words.market.contract)}</Th>
            <Th numeric className="max-md:hidden">
              {t(($) => $.words.position.averagePriceShort)}
            </Th>
            <Th numeric className="max-md:hidden">
              {t(($) => $.words.position.markPrice)}
            </Th>
            <Th numeric>{t(($) => $.words.position.estimatedProfit)}</Th>
            <Th>
              <span className="sr-only">{t(($) => $.words.position.close)}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <PositionRow
              key={position.contractCode}
              position={position}
              markTicks={marks.get(position.contractCode) ?? null}
              onClose={copy.state === 'CLOSING' ? null : () => setAsked(position)}
            />
          ))}
        </tbody>
      </Table>
      {asked && <CloseQuestion userId={userId} copy={copy} position={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

interface PositionRowProps {
  readonly position: OpenPosition;
  readonly markTicks: number | null;
  /** Null while all of them are being closed. */
  readonly onClose: (() => void) | null;
}

function PositionRow({ position, markTicks, onClose }: PositionRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contractCode, averagePrice } = position;
  const contract = useContractsByCode().get(contractCode);
  const figures = positionFigures(position, { contract, markTicks, marginVnd: null });
  const average = wirePrice(format, averagePrice, contract?.decimalFormat);
  const mark = contract ? format.price(figures.markTicks, contract.decimalFormat) : MISSING;
  return (
    <Tr className="max-md:[&>td]:py-2" data-testid={`copied-${contractCode}`}>
      <Td>
        <SidedContract side={figures.side} lots={figures.lots} contractCode={contractCode} />
        <span className="block text-12 text-fg-2 md:hidden">
          {t(($) => $.words.position.averagePriceShort)} {average} → {mark}
        </span>
      </Td>
      <Td numeric className="max-md:hidden">
        {average}
      </Td>
      <Td numeric className="max-md:hidden">
        {mark}
      </Td>
      <Td numeric className="font-medium">
        <Profit amount={figures.profitVnd} />
      </Td>
      <Td numeric>
        {onClose && (
          <Button
            size="sm"
            variant="outline"
            className="max-md:h-11"
            aria-haspopup="dialog"
            onClick={onClose}
            data-testid={`close-${contractCode}`}
          >
            {t(($) => $.words.position.close)}
          </Button>
        )}
      </Td>
    </Tr>
  );
}

interface CloseQuestionProps extends OfCopyProps {
  readonly position: OpenPosition;
  readonly onClose: () => void;
}

function CloseQuestion({ userId, copy, position, onClose }: CloseQuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const moves = copyMoves(useQueryClient(), userId, copy.copyTraderId);
  const { isBusy, refusal, submit } = useSubmission();
  const { contractCode, netLots } = position;
  const lots = lotsText({ t, format }, Math.abs(netLots));
  const confirm = async () => {
    const refused = await submit(() => moves.close(contractCode));
    if (refused !== null) return;
    onClose();
    await notifyDone(t(($) => $.copies.closing, { contract: contractCode }));
  };
  return (
    <QuestionDialog
      title={t(($) => $.copies.closeTitle, { contract: contractCode })}
      body={t(($) => $.copies.closeBody, { strategy: copy.strategyName })}
      account={useNamedAccount(copy.accountId)}
      facts={
        <Fact term={t(($) => $.words.position.position)}>
          {t(($) => $.words.side[netLots > 0 ? 'BUY' : 'SELL'])} {lots}
        </Fact>
      }
      confirm={{
        label: t(($) => $.words.position.close),
        busyLabel: t(($) => $.copies.sending),
        variant: 'danger',
        testId: 'confirm-close',
        isBusy,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} facts={refusal.facts} />}</RefusalNote>
    </QuestionDialog>
  );
}
