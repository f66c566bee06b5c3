/** A tab for each named list, and the one place that keeps the board's rows in sync with the list shown. */
import { useEffect } from 'react';
import { Tab } from '#design/ui/controls/tabs.tsx';
import { showList, useShownList } from '#desk/shown-list.ts';
import { listOf, movedCode, setMover } from '#features/watchlists/move-in-list.ts';
import { useRefusalToast } from '#features/watchlists/use-refusal-toast.ts';
import { useWatchlists } from '#features/watchlists/watchlists.ts';

export function ListTabs() {
  const { lists, isKnown, arrange } = useWatchlists();
  const shownId = useShownList((state) => state.watchlistId);
  const showRefusal = useRefusalToast();
  const shown = listOf(lists, shownId);

  useEffect(() => {
    if (shown) showList(shown.watchlistId, shown.contractCodes);
    // Deleted, or of another sub-account.
    else if (isKnown && shownId !== null) showList(null);
  }, [shown, shownId, isKnown]);
  useEffect(
    () =>
      setMover((code, by) => {
        if (!shown) return;
        const codes = movedCode(shown.contractCodes, code, by);
        if (codes !== shown.contractCodes) arrange(shown, codes).catch(showRefusal);
      }),
    [shown, arrange, showRefusal],
  );
  return lists.map(({ watchlistId, name, contractCodes }) => (
    // They filter the table below and have no panel of their own to label.
    <Tab
      key={watchlistId}
      value={`list:${watchlistId}`}
      count={contractCodes.length}
      aria-controls={undefined}
      data-testid={`list-tab-${name}`}
    >
      <span className="max-w-40 truncate">{name}</span>
    </Tab>
  ));
}
