/** Shows the sessions left until the position must be closed; the last ones are a warning. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OpenPosition } from '@mua/contract/entities/position';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Explained } from '#design/ui/figures/explained.tsx';
import { isCloseOutSoon } from '#features/positions/position-figures.ts';
import { MISSING } from '#i18n/format.ts';
import { sessionsText } from '#i18n/sessions-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { closeOutOf } from '#market/close-out.ts';

export interface CloseOutSessionsProps {
  readonly position: OpenPosition;
  readonly contract: Contract | undefined;
  /** Below a header that names what is counted. */
  readonly isShort?: boolean;
}

export function CloseOutSessions({ position, contract, isShort = false }: CloseOutSessionsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const closeOut = contract ? closeOutOf(contract, position.netLots > 0 ? 'long' : 'short') : null;
  const at = position.closeOutAt ?? closeOut?.at ?? null;
  if (closeOut === null) return <span className="text-fg-3">{MISSING}</span>;
  const isSoon = isCloseOutSoon(position, contract);
  const left = isShort
    ? t(($) => $.positions.sessionsShort, { count: closeOut.sessions, sessions: format.volume(closeOut.sessions) })
    : t(($) => $.positions.sessionsLeft, { left: sessionsText({ t, format }, closeOut.sessions) });
  const deadline = at === null ? MISSING : `${format.hour(at)} ${format.date(at)}`;
  return (
    <Explained
      text={t(($) => $.words.closeOutBy[closeOut.side], { deadline })}
      className={cn('whitespace-nowrap', isSoon ? 'font-medium text-warning' : 'text-fg-2')}
    >
      {isSoon ? t(($) => $.words.board.closeOutIn, { sessions: left }) : left}
    </Explained>
  );
}
