/** A price that is edited in place; its changes are not sent. */
import { useTranslation } from 'react-i18next';
import { type CellEdit, CellField, EditableCell } from '#design/ui/table/editable-cell.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { CORN, TICKS } from '#pages/theme-preview/samples.ts';

export function EditablePrice({ isOpen = false }: { isOpen?: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const price = format.price(TICKS.order, CORN);
  const name = t(($) => $.preview.sample.editPrice);
  const edit: CellEdit = {
    name,
    text: price,
    step: (text) => text,
    read: (text) =>
      text === price
        ? { kind: 'same' }
        : { kind: 'change', before: price, after: text, effects: [], send: async () => null },
  };
  // One that starts open must not take the focus from the page.
  if (isOpen)
    return (
      <span inert>
        <CellField edit={edit} onLeave={() => undefined} testId={undefined} />
      </span>
    );
  return (
    <EditableCell name={name} field={(place) => <CellField {...place} edit={edit} />}>
      {price}
    </EditableCell>
  );
}
