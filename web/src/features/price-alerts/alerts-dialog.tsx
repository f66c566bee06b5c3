/** Cảnh báo giá / Price alerts: sets an alert, and lists those of the contract or the whole sub-account. */
import type { Contract } from '@mua/contract/entities/contract';
import type { AlertSubject, PriceAlert } from '@mua/contract/entities/price-alert';
import { LIMITS } from '@mua/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { BellOff, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { SidePanel, SidePanelDescription, SidePanelTitle } from '#design/ui/dialogs/side-panel.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { type FocusPlaces, useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { useOpenAlerts } from '#desk/open-alerts.ts';
import { AlertForm } from '#features/price-alerts/alert-form.tsx';
import { AlertRow } from '#features/price-alerts/alert-row.tsx';
import { FollowingForm } from '#features/price-alerts/following-form.tsx';
import { languageOf } from '#i18n/languages.ts';
import { alertsQuery, useAlertActor } from '#lists/price-alerts.ts';
import { useContracts } from '#market/contracts.ts';
import { useLastContract } from '#session/last-contract-store.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export function AlertsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const asked = useOpenAlerts();
  const actor = useActorOf(asked);
  return (
    <SidePanel onClose={onClose} data-testid="alerts-dialog" onOpenAutoFocus={focusPrice}>
      <header className="sticky top-0 z-10 flex items-start gap-2 border-border border-b bg-surface px-4 py-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <SidePanelTitle className="font-semibold text-16">{t(($) => $.alerts.title)}</SidePanelTitle>
          {actor && <Owner actor={actor} />}
        </div>
        <IconButton
          label={t(($) => $.shell.action.close)}
          size="icon-sm"
          className="max-md:size-11"
          data-testid="close-alerts"
          onClick={onClose}
        >
          <X aria-hidden />
        </IconButton>
      </header>
      <div className="grid content-start gap-3 p-4">
        <SidePanelDescription className="text-fg-2">{t(($) => $.alerts.about)}</SidePanelDescription>
        {/* The desk beside it stays usable: pressing another bell starts again with that contract. */}
        {actor ? <Alerts key={JSON.stringify([actor.accountId, asked])} actor={actor} /> : <SignInFirst />}
      </div>
    </SidePanel>
  );
}

/**
 * The sub-account that it was opened with: the desk beside it may go on with another one, until a bell is pressed there.
 */
function useActorOf(asked: object): AccountActor | null {
  const chosen = useAlertActor();
  const [opened, setOpened] = useState({ asked, actor: chosen });
  if (opened.asked === asked && opened.actor?.userId === chosen?.userId) return opened.actor;
  setOpened({ asked, actor: chosen });
  return chosen;
}

/** Typing continues in the price field, since the contract is usually given; of what has none, in the note. */
function focusPrice(event: Event): void {
  const { currentTarget } = event;
  const price = currentTarget instanceof HTMLElement && priceIn(currentTarget);
  if (!price) return;
  event.preventDefault();
  price.focus();
}

function priceIn(dialog: HTMLElement | null): HTMLElement | null | undefined {
  return dialog?.querySelector<HTMLElement>('input[data-testid="alert-price"], input[data-testid="alert-note"]');
}

function Owner({ actor }: { actor: AccountActor }) {
  return (
    <p className="flex items-center gap-2 text-12 text-fg-2">
      <AccountName account={useNamedAccount(actor.accountId)} />
    </p>
  );
}

function Alerts({ actor }: { actor: AccountActor }) {
  const { t } = useTranslation();
  const { contracts } = useContracts();
  const asked = useOpenAlerts();
  const [typedCode, setTypedCode] = useState(
    () => asked.contractCode ?? useLastContract.getState().code ?? contracts[0]?.code ?? '',
  );
  const [editedId, setEdited] = useState(asked.alertId);
  const [subject, setSubject] = useState(asked.subject);
  const { data, error, refetch } = useQuery(alertsQuery(actor));
  const contract = contracts.find(({ code }) => code === typedCode.trim().toUpperCase());
  const edited = data?.find(({ alertId }) => alertId === editedId) ?? null;
  const form = useRef<HTMLElement>(null);
  // Where an alert on a line was set, or a price is chosen instead, another form takes the place of what was pressed.
  const keptFocus = useKeptFocus(form, { otherwise: priceIn });
  // The same bell once more: back to what it asks for, with what is typed, and on to the price.
  const answered = useRef(asked);
  useEffect(() => {
    if (answered.current === asked) return;
    answered.current = asked;
    if (asked.contractCode !== null) setTypedCode(asked.contractCode);
    setEdited(asked.alertId);
    setSubject(asked.subject);
    priceIn(form.current)?.focus();
  }, [asked]);
  const edit = (alert: PriceAlert) => {
    setEdited(alert.alertId);
    setSubject(null);
    setTypedCode(alert.contractCode);
  };
  return (
    <>
      <section
        ref={form}
        {...keptFocus}
        aria-label={t(($) => (edited ? $.alerts.formEdit : $.alerts.form))}
        className="grid gap-3"
      >
        {edited ? (
          <p className="font-medium">
            {t(($) => $.alerts.formEdit)}: {edited.contractCode}
          </p>
        ) : (
          !subject && <ContractField contracts={contracts} value={typedCode} onChange={setTypedCode} />
        )}
        {contract && (
          <Form
            key={`${contract.code} ${edited?.alertId ?? ''} ${subject ? 'following' : ''}`}
            {...{ actor, contract, edited, subject }}
            onDone={() => {
              setEdited(null);
              setSubject(null);
            }}
          />
        )}
      </section>
      {data ? (
        <AlertList actor={actor} alerts={data} code={contract?.code ?? null} editedId={editedId} onEdit={edit} />
      ) : error ? (
        <ErrorPanel panel={t(($) => $.alerts.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} columns={['text', 'number']} />
      )}
    </>
  );
}

interface FormProps {
  readonly actor: AccountActor;
  readonly contract: Contract;
  readonly edited: PriceAlert | null;
  readonly subject: AlertSubject | null;
  readonly onDone: () => void;
}

function Form({ edited, subject, ...props }: FormProps) {
  if (edited && (edited.follows || edited.drawingId)) return <FollowingForm {...props} of={{ alert: edited }} />;
  if (!edited && subject) return <FollowingForm {...props} of={{ subject }} />;
  return <AlertForm {...props} alert={edited} />;
}

function ContractField({
  contracts,
  value,
  onChange,
}: {
  contracts: readonly Contract[];
  value: string;
  onChange: (code: string) => void;
}) {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  const known = contracts.find(({ code }) => code === value.trim().toUpperCase());
  return (
    <Field
      label={t(($) => $.alerts.contract)}
      hint={known?.commodityName[language]}
      error={known || value === '' ? undefined : t(($) => $.empty.search, { query: value })}
    >
      {(control) => (
        <>
          <Input
            {...control}
            list="alert-contracts"
            value={value}
            autoComplete="off"
            spellCheck={false}
            className="max-md:h-11"
            data-testid="alert-contract"
            onChange={(event) => onChange(event.target.value.toUpperCase())}
          />
          <datalist id="alert-contracts">
            {contracts.map(({ code, commodityName }) => (
              <option key={code} value={code}>
                {commodityName[language]}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

interface AlertListProps {
  readonly actor: AccountActor;
  readonly alerts: readonly PriceAlert[];
  /** Contract in the form; null while it names none. */
  readonly code: string | null;
  readonly editedId: string | null;
  readonly onEdit: (alert: PriceAlert) => void;
}

function AlertList({ actor, alerts, code, editedId, onEdit }: AlertListProps) {
  const { t } = useTranslation();
  const { contractCode: askedAt } = useOpenAlerts();
  const [scope, setScope] = useState<'contract' | 'all'>(askedAt === null ? 'all' : 'contract');
  const ofContract = alerts.filter(({ contractCode }) => contractCode === code);
  const shown = scope === 'all' || code === null ? alerts : ofContract;
  const waiting = alerts.filter(({ isActive }) => isActive).length;
  return (
    <section aria-label={t(($) => $.alerts.title)} className="grid gap-2 border-border border-t pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segment
          label={t(($) => $.alerts.scope)}
          value={code === null ? 'all' : scope}
          onValueChange={setScope}
          options={[
            ...(code === null
              ? []
              : ([
                  {
                    value: 'contract',
                    label: t(($) => $.alerts.scopeContract, { replace: { code, count: ofContract.length } }),
                  },
                ] as const)),
            { value: 'all' as const, label: t(($) => $.alerts.scopeAll, { replace: { count: alerts.length } }) },
          ]}
        />
        {/* Says that one was set, or ended. */}
        <span role="status" className="text-12 text-fg-3">
          {t(($) => $.alerts.limit, { replace: { count: waiting, max: LIMITS.priceAlerts } })}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={BellOff}
          title={
            alerts.length === 0
              ? t(($) => $.alerts.empty)
              : t(($) => $.alerts.emptyContract, { replace: { code: code ?? '', count: alerts.length } })
          }
          action={
            alerts.length > 0 && (
              <Button size="sm" variant="outline" onClick={() => setScope('all')}>
                {t(($) => $.alerts.showAll)}
              </Button>
            )
          }
        />
      ) : (
        <AlertRows actor={actor} alerts={shown} editedId={editedId} onEdit={onEdit} />
      )}
    </section>
  );
}

function AlertRows({ actor, alerts, editedId, onEdit }: Omit<AlertListProps, 'code'>) {
  const list = useRef<HTMLUListElement>(null);
  const kept = useKeptFocus(list, PLACES);
  return (
    <ul ref={list} {...kept} className="max-h-72 overflow-y-auto rounded-md border border-border">
      {alerts.map((alert) => (
        <AlertRow
          key={alert.alertId}
          actor={actor}
          alert={alert}
          isEdited={alert.alertId === editedId}
          onEdit={() => onEdit(alert)}
        />
      ))}
    </ul>
  );
}

const PLACES: FocusPlaces = { rows: 'li', otherwise: (list) => priceIn(list.closest<HTMLElement>('[role=dialog]')) };
