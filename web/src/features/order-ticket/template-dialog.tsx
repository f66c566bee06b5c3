/** Mẫu lệnh / Templates: orders to start from, kept for the investor; taken into the ticket, never sent from here. */
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { orderOf, templateOf } from '#features/order-ticket/order-template.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { errorText } from '#i18n/error-text.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { MOST_TEMPLATES, TEMPLATE_TEXT_LENGTH, useOrderTemplates } from '#session/order-templates-store.ts';
import { isOwnName } from '#session/own-name.ts';

interface TemplateDialogProps {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}

export function TemplateDialog({ ticket, onClose }: TemplateDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="w-90" onKeyDown={ignoreHeldEnter}>
        <DialogTitle>{t(($) => $.ticket.templates)}</DialogTitle>
        <DialogDescription>{t(($) => $.ticketMore.templates.about)}</DialogDescription>
        <TemplateList onClose={onClose} />
        <SaveForm ticket={ticket} />
      </DialogContent>
    </Dialog>
  );
}

function TemplateList({ onClose }: Pick<TemplateDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  const { templates, remove } = useOrderTemplates();
  const known = templates.flatMap((template) => {
    const order = orderOf(template);
    return order ? [{ name: template.name, order }] : [];
  });
  return (
    <ul className="-mx-1 grid max-h-[50vh] gap-1 overflow-y-auto px-1" data-testid="templates">
      {known.map(({ name, order }) => (
        <li key={name} className="flex items-center gap-1">
          <Button
            variant="outline"
            className="min-w-0 flex-1 justify-start max-md:h-11"
            onClick={() => {
              useTicketDraft.getState().begin(order);
              onClose();
            }}
          >
            <span className="truncate">{name}</span>
          </Button>
          <IconButton
            label={t(($) => $.shell.action.remove, { name })}
            size="icon-sm"
            className="max-md:size-11"
            onClick={() => remove(name)}
          >
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function SaveForm({ ticket }: Pick<TemplateDialogProps, 'ticket'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { templates, save } = useOrderTemplates();
  const [name, setName] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { read } = ticket;
  const [side, type] = [t(($) => $.words.side[read.side]), t(($) => $.words.orderType[read.orderType])];
  const ownName = `${side} ${lotsText({ t, format }, read.lots)} ${type}`.slice(0, TEMPLATE_TEXT_LENGTH);
  const given = name.trim() || ownName;
  const isUnreadable = !isOwnName(given, TEMPLATE_TEXT_LENGTH);
  const isFull = isRefused && templates.length >= MOST_TEMPLATES;
  const fullText = isFull && t(($) => $.ticketMore.templates.full, { most: MOST_TEMPLATES });
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (isUnreadable) return;
    const isSaved = save(templateOf(given, ticket, format.language));
    setRefused(!isSaved);
    if (isSaved) setName('');
  };
  return (
    <form noValidate onSubmit={keep} className="grid gap-2">
      <Field
        label={t(($) => $.ticketMore.templates.name)}
        error={isUnreadable ? errorText(t, 'UnreadableText') : fullText}
      >
        {(control) => (
          <Input
            {...control}
            data-testid="template-name"
            className="max-md:h-11"
            maxLength={TEMPLATE_TEXT_LENGTH}
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
  );
}
