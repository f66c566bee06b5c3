/**
 * The question that a call waits for: step-up by password or authenticator code, or the PIN (spec 2, "PIN entry dialog").
 * It names whose call it is. Letting it be gives the caller its refusal, with everything typed still in its place.
 */
import { LIMITS } from '@mua/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvestors } from '#data/accounts.ts';
import { securityChanges, securityQuery } from '#data/security.ts';
import { useSubmission } from '#data/submission.ts';
import { Button } from '#design/ui/button.tsx';
import { CodeInput } from '#design/ui/code-input.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  Fact,
  FactList,
} from '#design/ui/dialog.tsx';
import { Field } from '#design/ui/field.tsx';
import { PasswordInput } from '#design/ui/password-input.tsx';
import { RefusalNote } from '#design/ui/refusal-note.tsx';
import { Segment } from '#design/ui/segment.tsx';
import type { ProofDemand } from '#session/proof-demand.ts';
import { useProofDemands } from '#session/proof-demand.ts';

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
    <ProofFrame
      demand={demand}
      title={t(($) => $.security.proof.pinTitle)}
      about={t(($) => $.security.proof.pinAbout)}
      isReady={pin.length === LIMITS.pinDigits}
      prove={() => unlock(pin)}
    >
      {(isTried) => (
        <Field
          roomy
          label={t(($) => $.security.proof.pin)}
          error={
            isTried && pin.length !== LIMITS.pinDigits && t(($) => $.security.pin.digits, { digits: LIMITS.pinDigits })
          }
        >
          {(control) => (
            <CodeInput
              {...control}
              isSecret
              digits={LIMITS.pinDigits}
              value={pin}
              onValueChange={setPin}
              data-testid="pin"
            />
          )}
        </Field>
      )}
    </ProofFrame>
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
  const isReady = isByApp ? code.length === LIMITS.sotpDigits : password !== '';
  return (
    <ProofFrame
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
            <Field
              roomy
              label={t(($) => $.security.app.code)}
              error={isTried && !isReady && t(($) => $.validation.otpDigits, { digits: LIMITS.sotpDigits })}
            >
              {(control) => (
                <CodeInput
                  {...control}
                  digits={LIMITS.sotpDigits}
                  value={code}
                  onValueChange={setCode}
                  data-testid="step-up-code"
                />
              )}
            </Field>
          ) : (
            <Field
              roomy
              label={t(($) => $.pages.login.password)}
              error={isTried && !isReady && t(($) => $.validation.password)}
            >
              {(control) => (
                <PasswordInput
                  {...control}
                  size="xl"
                  autoComplete="current-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                  data-testid="step-up-password"
                />
              )}
            </Field>
          )}
        </>
      )}
    </ProofFrame>
  );
}

interface ProofFrameProps {
  readonly demand: ProofDemand;
  readonly title: string;
  readonly about: string;
  readonly isReady: boolean;
  /** Throws `CallError`. */
  readonly prove: () => Promise<void>;
  readonly children: (isTried: boolean) => React.ReactNode;
}

function ProofFrame({ demand, title, about, isReady, prove, children }: ProofFrameProps) {
  const { t } = useTranslation();
  const { isBusy, refusal, submit } = useSubmission();
  const [isTried, setTried] = useState(false);
  const [investor] = useInvestors([demand.userId]);
  const form = useRef<HTMLFormElement>(null);
  const focusField = () => form.current?.querySelector<HTMLInputElement>('input')?.select();

  const confirm = async (event: FormEvent) => {
    // The dialog stands inside other forms as React sees it: what is sent here is not theirs.
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (isBusy) return;
    if (!isReady) return focusField();
    const refused = await submit(prove);
    if (refused === null) demand.answer(true);
    else focusField();
  };

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && demand.answer(false)}>
      <DialogContent
        data-testid={`proof-${demand.need}`}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          focusField();
        }}
      >
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription>{about}</DialogDescription>
        <form ref={form} noValidate onSubmit={(event) => void confirm(event)} className="grid gap-4">
          <FactList>
            <Fact term={t(($) => $.security.proof.account)}>{investor?.fullName ?? demand.userId}</Fact>
          </FactList>
          {children(isTried)}
          <RefusalNote refusal={refusal} />
          <DialogFooter>
            <Button variant="outline" className="max-md:h-11" onClick={() => demand.answer(false)}>
              {t(($) => $.security.proof.cancel)}
            </Button>
            <Button
              type="submit"
              className="max-md:h-11"
              busy={isBusy}
              busyLabel={t(($) => $.security.proof.confirming)}
              data-testid="proof-confirm"
            >
              {t(($) => $.security.proof.confirm)}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
