/** Mẫu lệnh / Templates: orders to start from, kept for the investor; taken into the ticket, never sent from here. */
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { orderOf, templateOf } from '#features/order-ticket/order-template.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { MOST_TEMPLATES, useOrderTemplates } from '#session/order-templates-store.ts';

const MOST_CHARACTERS = 40;

export function TemplateDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { templates, save, remove } = useOrderTemplates();
  const [name, setName] = useState('');
  const [isFull, setFull] = useState(false);
  const { read } = ticket;
  const [side, type] = [t(($) => $.words.side[read.side]), t(($) => $.words.orderType[read.orderType])];
  const ownName = `${side} ${lotsText({ t, format }, read.lots)} ${type}`;
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const isSaved = save(templateOf(name.trim() || ownName.slice(0, MOST_CHARACTERS), ticket, format.language));
    setFull(!isSaved);
    if (isSaved) setName('');
  };
  const known = templates.flatMap((template) => {
    const order = orderOf(template);
    return order ? [{ name: template.name, order }] : [];
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="w-90">
        <DialogTitle>{t(($) => $.ticket.templates)}</DialogTitle>
        <DialogDescription>{t(($) => $.ticketMore.templates.about)}</DialogDescription>
        <ul className="-mx-1 grid max-h-[50vh] gap-1 overflow-y-auto px-1" data-testid="templates">
          {known.map(({ name: kept, order }) => (
            <li key={kept} className="flex items-center gap-1">
              <Button
                variant="outline"
                className="min-w-0 flex-1 justify-start max-md:h-11"
                onClick={() => {
                  useTicketDraft.getState().begin(order);
                  onClose();
                }}
              >
                <span className="truncate">{kept}</span>
              </Button>
              <IconButton
                label={t(($) => $.shell.action.remove, { name: kept })}
                size="icon-sm"
                className="max-md:size-11"
                onClick={() => {
                  remove(kept);
                  setFull(false);
                }}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        <form noValidate onSubmit={keep} className="grid gap-2">
          <Field
            label={t(($) => $.ticketMore.templates.name)}
            error={isFull && t(($) => $.ticketMore.templates.full, { most: MOST_TEMPLATES })}
          >
            {(control) => (
              <Input
                {...control}
                data-testid="template-name"
                className="max-md:h-11"
                maxLength={MOST_CHARACTERS}
                autoComplete="off"
                placeholder={ownName}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" className="max-md:h-11" data-testid="template-save">
            {t(($) => $.ticketMore.templates.save)}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
