/** Chooses which sub-accounts a program may read or trade in. An account that is not activated can't be granted. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { FormPart } from '#pages/authorize/form-part.tsx';
import { toggled } from '#pages/authorize/grant-draft.ts';

export interface AccountChoiceProps {
  /** Undefined while they load. */
  readonly accounts: readonly AccountOverview[] | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly isFaulty: boolean;
}

export function AccountChoice({ accounts, chosen, onChange, isFaulty }: AccountChoiceProps) {
  const { t } = useTranslation();
  const hasNone = accounts?.every(({ isActivated }) => !isActivated) ?? false;
  return (
    <FormPart title={t(($) => $.applications.accounts)}>
      {accounts ? (
        <ul className="divide-y divide-border rounded-md border border-border">
          {accounts.map((account) => (
            <Row
              key={account.accountId}
              account={account}
              isChosen={chosen.includes(account.accountId)}
              onToggle={() => onChange(toggled(chosen, account.accountId))}
            />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={2} columns={['text']} />
      )}
      {(isFaulty || hasNone) && (
        <p role="alert" className="text-12 text-danger">
          {t(($) => (hasNone ? $.applications.noAccounts : $.applications.accountsFault))}
        </p>
      )}
    </FormPart>
  );
}

function Row({ account, ...row }: { account: AccountOverview; isChosen: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { accountId, subAccountCode, isDemo, isActivated } = account;
  return (
    <li>
      <label htmlFor={id} className="flex min-h-10 items-center gap-2.5 px-3 py-1.5 hover:bg-surface-2 max-md:min-h-11">
        <Checkbox
          id={id}
          checked={row.isChosen}
          onCheckedChange={row.onToggle}
          disabled={!isActivated}
          data-testid={`grant-account-${accountId}`}
        />
        <span>
          <AccountName account={{ name: subAccountCode, isDemo }} />
        </span>
        {!isActivated && <span className="text-12 text-fg-3">{t(($) => $.shell.header.notActivated)}</span>}
      </label>
    </li>
  );
}
