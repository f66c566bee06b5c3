/** The investor who grants access: named if only one is signed in, otherwise chosen in plain sight. */
import { Link, useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { Avatar } from '#design/ui/figures/avatar.tsx';
import { FormPart } from '#pages/authorize/form-part.tsx';
import { useAuth } from '#session/auth-store.ts';
import { useInvestors } from '#signed-in/accounts.ts';

export interface InvestorChoiceProps {
  readonly userId: string;
  readonly onUser: (userId: string) => void;
}

export function InvestorChoice({ userId, onUser }: InvestorChoiceProps) {
  const { t } = useTranslation();
  const group = useId();
  const userIds = useAuth((state) => state.accounts).map(({ user }) => user.userId);
  const investors = useInvestors(userIds);
  const returnUrl = useLocation({ select: ({ href }) => href });
  const people = userIds.map((id, index) => ({
    id,
    name: investors[index]?.fullName ?? id,
    number: investors[index]?.investorCode,
  }));
  const [only] = people;
  return (
    <FormPart title={t(($) => $.applications.who)}>
      {people.length === 1 && only ? (
        <div className={`${ROW} rounded-md border border-border`}>
          <Person {...only} />
        </div>
      ) : (
        <div className="divide-y divide-border rounded-md border border-border">
          {people.map((person) => (
            <label key={person.id} className={`${ROW} hover:bg-surface-2`}>
              <input
                type="radio"
                name={group}
                checked={person.id === userId}
                onChange={() => onUser(person.id)}
                className="size-4 shrink-0 accent-primary"
              />
              <Person {...person} />
            </label>
          ))}
        </div>
      )}
      <Link
        to="/login"
        search={{ returnUrl }}
        className={buttonVariants({
          variant: 'link',
          size: 'text',
          className:
            'relative justify-self-start max-md:after:absolute max-md:after:-inset-x-2 max-md:after:-inset-y-3',
        })}
      >
        {t(($) => $.applications.otherAccount)}
      </Link>
    </FormPart>
  );
}

const ROW = 'flex min-h-12 items-center gap-2.5 px-3 py-2';

function Person({ name, number }: { name: string; number: string | undefined }) {
  return (
    <>
      <Avatar name={name} className="size-7" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        {number !== undefined && (
          <span className="block text-12 text-fg-2">
            <AccountNumber number={number} />
          </span>
        )}
      </span>
    </>
  );
}
