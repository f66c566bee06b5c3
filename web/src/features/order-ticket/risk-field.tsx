/** The most that may be lost, in dong, and how many lots can stand it at this stop: by core's own sums, fees included. */
import { lossAtStopVnd, lotsFromRisk } from '@mua/core/preview';
import { type Lots, readTypedVnd, type Vnd } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { stoppedEntryOf } from '#features/order-ticket/ticket-figures.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';

const EXAMPLE_VND = 5_000_000n;

type Sized =
  | { readonly kind: 'nothing' | 'notANumber' | 'noStop' }
  | { readonly kind: 'lots'; readonly lots: Lots; readonly riskVnd: Vnd; readonly oneLotVnd: Vnd };

export function RiskField({ ticket, isRoomy }: { ticket: Ticket; isRoomy: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sized = sizedBy(ticket);
  const error =
    sized.kind === 'notANumber'
      ? t(($) => $.validation.number, { example: format.vnd(EXAMPLE_VND, { bare: true }) })
      : undefined;
  // No lots for want of margin are told by the button that sends.
  const tooMuch =
    sized.kind === 'lots' && sized.oneLotVnd > sized.riskVnd
      ? t(($) => $.ticket.risk.tooLittle, { loss: format.vnd(sized.oneLotVnd) })
      : undefined;
  return (
    <Field
      label={t(($) => $.ticket.risk.label)}
      aside={<Taken ticket={ticket} sized={sized} />}
      error={error}
      warning={tooMuch}
      hint={sized.kind === 'noStop' ? t(($) => $.ticket.issue.exits) : undefined}
    >
      {(control) => (
        <Input
          {...control}
          data-testid="ticket-risk"
          name="risk"
          inputMode="numeric"
          autoComplete="off"
          size={isRoomy ? 'xl' : 'md'}
          className={isRoomy ? undefined : 'h-9'}
          value={ticket.draft.riskText}
          onChange={(event) => ticket.draft.setRiskText(event.target.value)}
          after={<span className="text-12 text-fg-3">₫</span>}
        />
      )}
    </Field>
  );
}

/** The lots as a button: a size is taken by hand, because it disarms the order and does not follow the price. */
function Taken({ ticket, sized }: { ticket: Ticket; sized: Sized }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (sized.kind !== 'lots' || sized.lots === 0) return null;
  const { lots } = sized;
  const text = lotsText({ t, format }, lots);
  if (lots === ticket.read.lots) return <span className="text-fg-2 tabular-nums">{`= ${text}`}</span>;
  return (
    <Button
      variant="link"
      size="text"
      className="finger-sized h-4 text-12 tabular-nums leading-4"
      data-testid="ticket-risk-lots"
      onClick={() => useTicketDraft.getState().setLots(lots)}
    >
      <span aria-hidden>{'→ '}</span>
      {text}
    </Button>
  );
}

function sizedBy(ticket: Ticket): Sized {
  const { contract, draft, figures } = ticket;
  if (draft.riskText.trim() === '') return { kind: 'nothing' };
  const riskVnd = readTypedVnd(draft.riskText);
  if (riskVnd === undefined) return { kind: 'notANumber' };
  const entry = stoppedEntryOf(ticket);
  if (entry === null) return { kind: 'noStop' };
  const mostLots = figures?.maxLots ?? contract.terms?.maxLotsPerOrder ?? 0;
  const lots = lotsFromRisk(entry, riskVnd, mostLots);
  return { kind: 'lots', lots, riskVnd, oneLotVnd: lossAtStopVnd(entry, 1) };
}
