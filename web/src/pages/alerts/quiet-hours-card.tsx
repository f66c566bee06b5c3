/** When nothing rings but what can't wait, and what a locked screen shows. */
import type { QuietHours } from '@mua/contract/entities/notice-delivery';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeDelivery } from '#accounts/notice-delivery.ts';
import { readTimeOfDay } from '#design/time-of-day.ts';
import { Input } from '#design/ui/controls/input.tsx';
import { Switch } from '#design/ui/controls/switch.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useSubmission } from '#wire/submission.ts';

type TypedHours = Pick<QuietHours, 'from' | 'to'>;

/** As kept, until somebody types; what was changed elsewhere meanwhile, or is somebody else's, is shown. */
function useTypedHours(userId: string, { from, to }: QuietHours) {
  const [kept, setKept] = useState({ userId, from, to });
  const [typed, setTyped] = useState<TypedHours>({ from, to });
  if (kept.userId !== userId || kept.from !== from || kept.to !== to) {
    const isTypedHere = (name: keyof TypedHours) => kept.userId === userId && typed[name] !== kept[name];
    setTyped({ from: isTypedHere('from') ? typed.from : from, to: isTypedHere('to') ? typed.to : to });
    setKept({ userId, from, to });
  }
  return [typed, setTyped] as const;
}

export function QuietHoursCard({ userId, quietHours }: { userId: string; quietHours: QuietHours }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const id = useId();
  const { refusal, submit } = useSubmission();
  const [typed, setTyped] = useTypedHours(userId, quietHours);
  const [from, to] = [readTimeOfDay(typed.from), readTimeOfDay(typed.to)];
  const isWrong = from === undefined || to === undefined || from === to;
  const save = (isOn: boolean) => {
    // They are switched off whatever is typed.
    if (isWrong && quietHours.isOn && !isOn)
      return void submit(() => changeDelivery(client, userId, { quietHours: { ...quietHours, isOn } }));
    if (isWrong) return;
    setTyped({ from, to });
    if (isOn === quietHours.isOn && from === quietHours.from && to === quietHours.to) return;
    void submit(() => changeDelivery(client, userId, { quietHours: { isOn, from, to } }));
  };
  const time = (name: 'from' | 'to') => ({
    value: typed[name],
    size: 'lg' as const,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    className: 'w-22 max-md:h-11',
    'aria-invalid': isWrong && (from === to || (name === 'from' ? from : to) === undefined) ? true : undefined,
    'aria-describedby': `${id}-hint`,
    'data-testid': `quiet-${name}`,
    onChange: ({ target: { value } }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: value }),
    onBlur: () => save(quietHours.isOn),
  });
  return (
    <Card className="grid gap-2 p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold text-14">
          <label htmlFor={`${id}-on`}>{t(($) => $.notices.quiet.title)}</label>
        </h2>
        <Switch
          id={`${id}-on`}
          aria-describedby={`${id}-hint`}
          checked={quietHours.isOn}
          disabled={isWrong && !quietHours.isOn}
          onCheckedChange={save}
        />
      </div>
      <div className="flex items-center gap-2">
        <Input aria-label={t(($) => $.notices.quiet.from)} {...time('from')} />
        <span aria-hidden className="text-fg-2">
          {t(($) => $.notices.quiet.to)}
        </span>
        <Input aria-label={t(($) => $.notices.quiet.until)} {...time('to')} />
      </div>
      <p id={`${id}-hint`} className="text-12 text-fg-3">
        {isWrong && <span className="block text-danger">{t(($) => $.notices.quiet.wrong)}</span>}
        {t(($) => $.notices.quiet.hint)}
      </p>
      <RefusalNote refusal={refusal} />
    </Card>
  );
}

export function LockScreenCard({ userId, isOn }: { userId: string; isOn: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { refusal, submit } = useSubmission();
  return (
    <Card className="grid gap-2 px-4 py-2">
      <SwitchRow
        name={t(($) => $.notices.lock.title)}
        hint={t(($) => $.notices.lock.hint)}
        isOn={isOn}
        onChange={(detailsOnLockScreen) => void submit(() => changeDelivery(client, userId, { detailsOnLockScreen }))}
      />
      <RefusalNote refusal={refusal} />
    </Card>
  );
}
