/** Password, PIN and authenticator app: whether each is set, and the dialogs that change it. */

import type { SecurityInformation, TotpSecret } from '@mua/contract/entities/security';
import { LIMITS } from '@mua/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { AuthenticatorDialog } from '#features/security/authenticator-dialog.tsx';
import { ChangePassword } from '#features/security/change-password.tsx';
import { ChangePin } from '#features/security/change-pin.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { SecurityCard } from '#pages/security-account/security-card.tsx';
import { securityChanges } from '#signed-in/security.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { useSubmission } from '#wire/submission.ts';

export interface SecretCardProps {
  readonly userId: string;
  readonly known: SecurityInformation;
}

export function PasswordCard({ userId, known }: SecretCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { passwordChangedAt } = known;
  return (
    <SecurityCard
      testId="security-password"
      title={t(($) => $.security.password.title)}
      about={
        passwordChangedAt === null
          ? t(($) => $.security.password.neverChanged)
          : t(($) => $.security.password.changedAt, { time: format.dateTime(passwordChangedAt) })
      }
    >
      <Button variant="outline" className="justify-self-start max-md:h-11" onClick={() => setOpen(true)}>
        {t(($) => $.security.password.change)}
      </Button>
      {isOpen && <ChangePassword userId={userId} onClose={() => setOpen(false)} />}
    </SecurityCard>
  );
}

export function PinCard({ userId, known }: SecretCardProps) {
  const { t } = useTranslation();
  const { askPin } = securityChanges(useQueryClient(), userId);
  const { isBusy, refusal, submit } = useSubmission();
  const [isOpen, setOpen] = useState(false);
  const { hasPin, isPinAskedForTrading } = known;
  return (
    <SecurityCard
      testId="security-pin"
      title={t(($) => $.security.pin.title)}
      state={<StateBadge isOn={hasPin} on={t(($) => $.security.pin.isSet)} off={t(($) => $.security.pin.notSet)} />}
      about={t(($) => $.security.pin.about)}
    >
      {hasPin && (
        <SwitchRow
          name={t(($) => $.security.pin.ask)}
          hint={t(($) => $.security.pin.askHint, { minutes: LIMITS.pinUnlockMs / 60_000 })}
          isOn={isPinAskedForTrading}
          disabled={isBusy}
          onChange={(isOn) => void submit(() => askPin(isOn))}
        />
      )}
      <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} />}</RefusalNote>
      <Button variant="outline" className="justify-self-start max-md:h-11" onClick={() => setOpen(true)}>
        {t(($) => (hasPin ? $.security.pin.change : $.security.pin.set))}
      </Button>
      {isOpen && <ChangePin userId={userId} known={known} onClose={() => setOpen(false)} />}
    </SecurityCard>
  );
}

export function AuthenticatorCard({ userId, known }: SecretCardProps) {
  const { t } = useTranslation();
  const { beginTotp } = securityChanges(useQueryClient(), userId);
  const { isBusy, refusal, submit } = useSubmission();
  const [opened, setOpened] = useState<{ readonly secret: TotpSecret | null } | null>(null);
  const { hasSotp } = known;
  const open = async () => {
    if (hasSotp) setOpened({ secret: null });
    else await submit(async () => setOpened({ secret: await beginTotp() }));
  };
  return (
    <SecurityCard
      testId="security-app"
      title={t(($) => $.security.app.title)}
      state={<StateBadge isOn={hasSotp} on={t(($) => $.security.app.isOn)} off={t(($) => $.security.app.isOff)} />}
      about={t(($) => $.security.app.about)}
    >
      <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} />}</RefusalNote>
      <Button
        variant="outline"
        className="justify-self-start max-md:h-11"
        busy={isBusy}
        onClick={() => void open()}
        data-testid="app-switch"
      >
        {t(($) => (hasSotp ? $.security.app.turnOff : $.security.app.turnOn))}
      </Button>
      {opened && <AuthenticatorDialog userId={userId} secret={opened.secret} onClose={() => setOpened(null)} />}
    </SecurityCard>
  );
}

function StateBadge({ isOn, on, off }: { isOn: boolean; on: string; off: string }) {
  return <Badge tone={isOn ? 'success' : 'plain'}>{isOn ? on : off}</Badge>;
}
