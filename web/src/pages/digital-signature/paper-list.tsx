/** The papers of an investor: a table on a desk, cards on a phone. Those to sign stand first, as the server lists them. */
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useFormat } from '#i18n/use-format.ts';

export interface PaperListProps {
  readonly papers: readonly DigitalSignature[];
  readonly openId: string;
  readonly onOpen: (id: string) => void;
}

export function PaperList(props: PaperListProps) {
  return useNarrowScreen() ? <PaperCards {...props} /> : <PaperTable {...props} />;
}

function PaperTable({ papers, openId, onOpen }: PaperListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="shrink-0 overflow-x-auto rounded-lg border border-border bg-surface [&_tr:last-child>td]:border-b-0">
      <Table aria-label={t(($) => $.contracts.list)}>
        <thead>
          <tr>
            <Th>{t(($) => $.contracts.column.paper)}</Th>
            <Th>{t(($) => $.contracts.column.version)}</Th>
            <Th>{t(($) => $.contracts.column.deadline)}</Th>
            <Th>{t(($) => $.contracts.column.signedAt)}</Th>
            <Th>{t(($) => $.contracts.column.status)}</Th>
            <Th>
              <span className="sr-only">{t(($) => $.contracts.column.open)}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {papers.map(({ id, paper, version, deadline, signedAt, status }) => (
            <Tr key={id} selected={id === openId} data-testid={`paper-${paper}`}>
              <Td className="font-medium">{t(($) => $.contracts.paper[paper])}</Td>
              <Td className="text-fg-2">{format.civilDate(version)}</Td>
              <Td className={deadline === null ? 'text-fg-3' : undefined}>{format.civilDate(deadline)}</Td>
              <Td className="text-fg-2">{format.dateTime(signedAt)}</Td>
              <Td>
                <Status status={status} />
              </Td>
              <Td className="text-right text-12 text-fg-3">
                {id === openId ? (
                  t(($) => $.contracts.shown)
                ) : (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={t(($) => $.contracts.viewNamed, { paper: t(($) => $.contracts.paper[paper]) })}
                    onClick={() => onOpen(id)}
                  >
                    {t(($) => $.contracts.view)}
                  </Button>
                )}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function PaperCards({ papers, openId, onOpen }: PaperListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul
      aria-label={t(($) => $.contracts.list)}
      className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface"
    >
      {papers.map(({ id, paper, version, deadline, status }) => (
        <li key={id} data-testid={`paper-${paper}`}>
          <button
            type="button"
            aria-current={id === openId || undefined}
            onClick={() => onOpen(id)}
            className={cn(
              'flex min-h-14 w-full items-center gap-3 px-3.5 py-2 text-left outline-offset-[-3px]',
              id === openId && 'bg-primary-soft',
            )}
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-14">{t(($) => $.contracts.paper[paper])}</span>
              <span className="block text-12 text-fg-2">
                {deadline === null
                  ? `${t(($) => $.contracts.column.version)} ${format.civilDate(version)}`
                  : `${t(($) => $.contracts.column.deadline)} ${format.civilDate(deadline)}`}
              </span>
            </span>
            <Status status={status} />
            <ChevronRight aria-hidden className="size-3.5 shrink-0 text-fg-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}

const TONES = { TO_SIGN: 'warning', SIGNED: 'success', REJECTED: 'danger' } as const;

function Status({ status }: Pick<DigitalSignature, 'status'>) {
  const { t } = useTranslation();
  return <Badge tone={TONES[status]}>{t(($) => $.contracts.status[status])}</Badge>;
}
