/** A page of the investor who acts: each has their own, and a visitor is asked to sign in. */
import type { ReactNode } from 'react';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { useActiveUser } from '#signed-in/actor.ts';

export interface OfInvestorProps {
  /** Of the page, which has a heading of its own. */
  readonly title: string;
  readonly children: (userId: string) => ReactNode;
}

export function OfInvestor({ title, children }: OfInvestorProps) {
  const userId = useActiveUser();
  if (userId !== null)
    return (
      <div key={userId} className="contents">
        {children(userId)}
      </div>
    );
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <SignInFirst />
    </>
  );
}
