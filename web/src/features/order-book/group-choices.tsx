/** The loaded part of the book's grouping: its button with the menu. */
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { GroupButton, type GroupMenuProps } from '#features/order-book/group-button.tsx';
import { useFormat } from '#i18n/use-format.ts';

const GROUPS = [1, 2, 5, 10];

export function GroupChoices(props: GroupMenuProps) {
  const { contract, groupTicks, onGroup } = props;
  const format = useFormat();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <GroupButton {...props} />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="min-w-28">
        <DropdownMenuRadioGroup value={String(groupTicks)} onValueChange={(value) => onGroup(Number(value))}>
          {GROUPS.map((ticks) => (
            <DropdownMenuRadioItem key={ticks} value={String(ticks)}>
              {format.price(ticks, contract.decimalFormat)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
