/** The code that went to the address: with it the account exists. The way back loses nothing that was typed. */
import { CircleHelp, MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { CodeForm } from '#features/security/code-form.tsx';
import { type Begun, resendSignUp, useSignUp, verifySignUp } from '#pages/sign-up/sign-up-session.ts';

export interface CodeStepProps {
  readonly begun: Begun;
  /** Somebody is signed in. */
  readonly onDone: () => Promise<void>;
}

export function CodeStep({ begun, onDone }: CodeStepProps) {
  const { t } = useTranslation();
  const verify = async (code: string) => {
    await verifySignUp(begun, code);
    await onDone();
  };
  return (
    <div className="grid gap-5">
      <CodeForm delivery={begun.session} onVerify={verify} onResend={() => resendSignUp(begun)}>
        <Button
          variant="ghost"
          className="max-md:h-11"
          onClick={() => useSignUp.setState({ isChanging: true })}
          data-testid="sign-up-change"
        >
          {t(($) => $.signUp.code.change)}
        </Button>
      </CodeForm>
      <ul className="grid gap-3 rounded-md border border-border bg-surface-2 p-3 text-12 text-fg-2 leading-[18px]">
        <li className="flex gap-2.5">
          <CircleHelp aria-hidden className="mt-px size-4 shrink-0 text-fg-3" />
          {t(($) => $.signUp.code.missing)}
        </li>
        <li className="flex gap-2.5">
          <MonitorSmartphone aria-hidden className="mt-px size-4 shrink-0 text-fg-3" />
          {t(($) => $.signUp.code.elsewhere)}
        </li>
      </ul>
    </div>
  );
}
