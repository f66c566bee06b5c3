/**
 * One list: its name, its contracts in their order, a search for more, and a way to delete it. A new one starts with a
 * name.
 */
import { LIMITS } from '@mua/contract/limits';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick, useArming } from '#design/arming.ts';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { focusSheet } from '#design/ui/dialogs/sheet.tsx';
import { showList } from '#desk/shown-list.ts';
import { AddCodes } from '#features/watchlists/add-codes.tsx';
import { ArrangedCodes } from '#features/watchlists/arranged-codes.tsx';
import { listOf } from '#features/watchlists/move-in-list.ts';
import { useWatchlists, type Watchlist } from '#features/watchlists/watchlists.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

export interface ListDialogProps {
  /** Null creates a new one. */
  readonly list: Watchlist | null;
  /** Initial contracts of a new one. */
  readonly contractCodes?: readonly string[];
  readonly onClose: () => void;
}

export function ListDialog({ list: asked, contractCodes, onClose }: ListDialogProps) {
  const { t } = useTranslation();
  const { lists } = useWatchlists();
  const [madeId, setMade] = useState<string | null>(null);
  const list = listOf(lists, asked?.watchlistId ?? madeId) ?? null;
  const isVisitor = useActiveUser() === null;
  const made = (watchlist: Watchlist) => {
    setMade(watchlist.watchlistId);
    showList(watchlist.watchlistId, watchlist.contractCodes);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        className="w-[440px]"
        data-testid="list-dialog"
        // An existing list is opened to add to it, so its name must not bring up a phone's keyboard.
        onOpenAutoFocus={(event) => asked && focusSheet(event)}
      >
        <DialogTitle>{list ? t(($) => $.watchlists.edit) : t(($) => $.watchlists.new)}</DialogTitle>
        <DialogDescription className="text-12">
          {isVisitor ? t(($) => $.watchlists.ofBrowser) : t(($) => $.watchlists.ofAccount)}
        </DialogDescription>
        <NameForm key={list?.watchlistId} list={list} contractCodes={contractCodes ?? []} onMade={made} />
        {list && (
          <>
            <AddCodes list={list} />
            <ArrangedCodes list={list} />
            <Footer list={list} onClose={onClose} />
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface NameFormProps {
  readonly list: Watchlist | null;
  readonly contractCodes: readonly string[];
  readonly onMade: (list: Watchlist) => void;
}

function NameForm({ list, contractCodes, onMade }: NameFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { create, rename } = useWatchlists();
  const [name, setName] = useState(list?.name ?? '');
  const [isTried, setTried] = useState(false);
  const { isBusy, refusal, submit } = useSubmission();
  const typed = name.trim();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed === '' || isBusy) return;
    await submit(async () => {
      if (list) await rename(list, typed);
      else onMade(await create(typed, contractCodes));
    });
  };
  const error =
    isTried && typed === '' ? t(($) => $.watchlists.enterName) : refusal && writtenError({ t, format }, refusal);
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex items-start gap-2">
      <Field label={t(($) => $.watchlists.name)} error={error} className="flex-1">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={LIMITS.watchlistNameMax}
            autoComplete="off"
            className="max-md:h-11"
            data-testid="list-name"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant={list ? 'outline' : 'primary'}
        disabled={list !== null && typed === list.name}
        busy={isBusy}
        busyLabel={t(($) => $.watchlists.saving)}
        className="mt-5 max-md:h-11"
        data-testid="save-list"
      >
        {list ? t(($) => $.watchlists.rename) : t(($) => $.watchlists.create)}
      </Button>
    </form>
  );
}

/** Deleting asks once more on the same button: a list is quickly recreated, its order is not. */
function Footer({ list, onClose }: { list: Watchlist; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { remove } = useWatchlists();
  const arming = useArming();
  const isArmed = arming.sinceMs !== null;
  const { isBusy, refusal, submit } = useSubmission();
  const press = async () => {
    if (!isArmed) return arming.arm();
    if (isBusy || arming.stand() !== 'ready') return;
    const refused = await submit(() => remove(list));
    if (!refused) onClose();
  };
  return (
    <>
      {refusal && (
        <p role="alert" className="text-12 text-danger">
          {writtenError({ t, format }, refusal)}
        </p>
      )}
      <DialogFooter className="justify-between">
        <Button
          variant="outline"
          className="text-danger"
          busy={isBusy}
          busyLabel={t(($) => $.watchlists.deleting)}
          onBlur={arming.disarm}
          onKeyDown={ignoreHeldEnter}
          onClick={(event) => isRepeatedClick(event) || void press()}
          data-testid="delete-list"
          data-ready={arming.isReady}
        >
          {isArmed
            ? t(($) => $.watchlists.deleteSure, { replace: { name: list.name } })
            : t(($) => $.watchlists.delete)}
        </Button>
        <Button onClick={onClose}>{t(($) => $.watchlists.done)}</Button>
      </DialogFooter>
    </>
  );
}
