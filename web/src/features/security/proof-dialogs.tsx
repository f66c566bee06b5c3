/**
 * The confirmation that a call waits for: step-up by password or authenticator code, or the PIN
 * (docs/rules/screens.md#dialogs-of-a-proof). It names the caller's account. Cancelling passes the refusal to the
 * caller, with everything typed still in place.
 */
import { LIMITS } from '@mua/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField, isWholeCode } from '#design/ui/controls/code-field.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Fact, FactList } from '#design/ui/dialogs/dialog.tsx';
import { CurrentPassword } from '#features/security/current-password.tsx';
import { FormDialog, type FormDialogProps } from '#features/security/form-dialog.tsx';
import type { ProofDemand } from '#session/proof-demand.ts';
import { useProofDemands } from '#session/proof-demand.ts';
import { useInvestors } from '#signed-in/accounts.ts';
import { securityChanges, securityQuery } from '#signed-in/security.ts';

const MINUTE_MS = 60_000;

export function ProofDialogs() {
  const demand = useProofDemands(({ demands }) => demands[0]);
  if (!demand) return null;
  const key = `${demand.need} ${demand.userId}`;
  return demand.need === 'pin' ? <PinDialog key={key} demand={demand} /> : <StepUpDialog key={key} demand={demand} />;
}

function PinDialog({ demand }: { demand: ProofDemand }) {
  const { t } = useTranslation();
  const { unlock } = securityChanges(useQueryClient(), demand.userId);
  const [pin, setPin] = useState('');
  return (
    <ProofDialog
      demand={demand}
      title={t(($) => $.security.proof.pinTitle)}
      about={t(($) => $.security.proof.pinAbout)}
      isReady={isWholeCode('pin', pin)}
      prove={() => unlock(pin)}
    >
      {(isTried) => <CodeField kind="pin" value={pin} onValueChange={setPin} isTried={isTried} data-testid="pin" />}
    </ProofDialog>
  );
}

function StepUpDialog({ demand }: { demand: ProofDemand }) {
  const { t } = useTranslation();
  const { stepUp } = securityChanges(useQueryClient(), demand.userId);
  const { data } = useQuery(securityQuery(demand.userId));
  const [method, setMethod] = useState<'password' | 'sotp'>('password');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isByApp = method === 'sotp';
  const isReady = isByApp ? isWholeCode('totp', code) : password !== '';
  return (
    <ProofDialog
      demand={demand}
      title={t(($) => $.security.proof.stepUpTitle)}
      about={t(($) => $.security.proof.stepUpAbout, { minutes: LIMITS.stepUpMs / MINUTE_MS })}
      isReady={isReady}
      prove={() => stepUp(isByApp ? { method, code } : { method, password })}
    >
      {(isTried) => (
        <>
          {data?.hasSotp && (
            <Segment
              label={t(($) => $.security.proof.by)}
              value={method}
              onValueChange={setMethod}
              columns={2}
              options={[
                { value: 'password', label: t(($) => $.security.proof.byPassword) },
                { value: 'sotp', label: t(($) => $.security.proof.byApp) },
              ]}
            />
          )}
          {isByApp ? (
            <CodeField kind="totp" value={code} onValueChange={setCode} isTried={isTried} data-testid="step-up-code" />
          ) : (
            <CurrentPassword
              label={t(($) => $.pages.login.password)}
              value={password}
              onValueChange={setPassword}
              isTried={isTried}
              data-testid="step-up-password"
            />
          )}
        </>
      )}
    </ProofDialog>
  );
}

interface ProofDialogProps extends Pick<FormDialogProps, 'title' | 'about' | 'isReady' | 'children'> {
  readonly demand: ProofDemand;
  /** Throws `CallError`. */
  readonly prove: () => Promise<void>;
}

function ProofDialog({ demand, prove, children, ...form }: ProofDialogProps) {
  const { t } = useTranslation();
  const [investor] = useInvestors([demand.userId]);
  const send = async () => {
    await prove();
    demand.answer(true);
  };
  return (
    <FormDialog
      {...form}
      action={t(($) => $.security.proof.confirm)}
      busyLabel={t(($) => $.security.proof.confirming)}
      send={send}
      onClose={() => demand.answer(false)}
      testId={`proof-${demand.need}`}
      sendTestId="proof-confirm"
    >
      {(isTried) => (
        <>
          <FactList>
            <Fact term={t(($) => $.security.proof.account)}>{investor?.fullName ?? demand.userId}</Fact>
          </FactList>
          {children(isTried)}
        </>
      )}
    </FormDialog>
  );
}
