/** Open positions as rows, with their totals pinned below. */
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTable } from '#design/ui/table/list-table.tsx';
import { PositionActions } from '#features/positions/position-actions.tsx';
import { BESIDE_ACTIONS, usePositionColumns } from '#features/positions/position-columns.tsx';
import { isCloseOutSoon } from '#features/positions/position-figures.ts';
import type { Closing } from '#features/positions/use-closing.ts';
import type { OpenPositions, PositionRow } from '#features/positions/use-open-positions.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface OpenPositionsProps {
  readonly actor: AccountActor;
  readonly open: OpenPositions;
  readonly closing: Closing;
  /** Rendered below the last row. */
  readonly children?: ReactNode;
}

const keyOf = ({ position }: PositionRow) => position.contractCode;

export function OpenPositionTable({ actor, open, closing, children }: OpenPositionsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rows, sums, marginLevelPercents } = open;
  const columns = usePositionColumns({ sums, percents: marginLevelPercents, closing });
  const offersRoll = rows.some(({ position, contract }) => isCloseOutSoon(position, contract));
  const { width, firstToGo } = BESIDE_ACTIONS[offersRoll ? 'withRoll' : 'usual'];
  const tail = useMemo(
    () => ({
      width,
      head: <span className="sr-only">{t(($) => $.words.position.close)}</span>,
      cell: (row: PositionRow) => <PositionActions actor={actor} row={row} closing={closing} />,
    }),
    [t, actor, closing, width],
  );
  const rowProps = useCallback((row: PositionRow) => ({ 'data-testid': `position-${keyOf(row)}` }), []);
  return (
    <ListTable
      list="positions"
      label={t(($) => $.words.position.position)}
      columns={columns}
      firstToGo={firstToGo}
      rows={rows}
      keyOf={keyOf}
      rowProps={rowProps}
      tail={tail}
      totals={{
        lead: t(($) => $.positions.total, { positions: format.volume(sums.positions) }),
        testId: 'position-totals',
      }}
    >
      {children}
    </ListTable>
  );
}
