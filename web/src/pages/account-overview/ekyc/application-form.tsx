/**
 * An application step by step: where somebody is, what is left, and the way on, which looks at the step first; the bar
 * above leads anywhere at once.
 */
import {
  type DocumentReading,
  type Registration,
  type RegistrationStep,
  STEPS_OF,
} from '@mua/contract/entities/registration';
import { Check, ChevronLeft } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { type Format, useFormat } from '#i18n/use-format.ts';
import { StepFields } from '#pages/account-overview/ekyc/application-steps.tsx';
import type { SaveState } from '#pages/account-overview/ekyc/autosave.ts';
import { IdentityFacts } from '#pages/account-overview/ekyc/identity-facts.tsx';
import { useContactAddress } from '#pages/account-overview/ekyc/places.ts';
import { differingFields } from '#pages/account-overview/ekyc/reading-differences.ts';
import { ReadingNote } from '#pages/account-overview/ekyc/readings.tsx';
import {
  faultyFields,
  type OpenApplication,
  type RefusedField,
  useApplication,
} from '#pages/account-overview/ekyc/use-application.ts';
import { useReading } from '#pages/account-overview/ekyc/use-reading.ts';
import { WayOn } from '#signed-in/way-on.tsx';
import { refusalIn } from '#wire/call.ts';
import { type Submission, useSubmission } from '#wire/submission.ts';

/** The step in the address: Back leads to the one before. */
export interface AskedStep {
  readonly asked: string | undefined;
  readonly onGo: (step: RegistrationStep) => void;
}

interface ApplicationProps extends AskedStep {
  readonly userId: string;
  readonly registration: Registration;
}

export function Application({ userId, registration, asked, onGo }: ApplicationProps) {
  const { t } = useTranslation();
  const steps: readonly RegistrationStep[] = STEPS_OF[registration.kind];
  const [resumed] = useState(() => registration.stepToMend ?? firstOpen(registration));
  const step = steps.find((one) => one === asked) ?? resumed;
  const application = useApplication(userId, registration, step);
  const reading = useReading(application);
  const heading = useStepHeading(step);
  const go = (next: RegistrationStep) => {
    onGo(next);
    reading.start();
  };
  const sending = useSending(application, { step, go });
  const at = steps.indexOf(step);
  const isOfOther = step === 'DOCUMENT' && registration.kind === 'BUSINESS';
  return (
    <form noValidate onSubmit={sending.next} data-testid="application" className="grid gap-4">
      <Progress application={application} step={step} onGo={go} />
      <Notes application={application} />
      <Card className="grid gap-5 max-md:p-4">
        <header className="grid gap-1">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-16 outline-none">
            {t(($) => $.application.step[step])}
          </h2>
          <p className="text-12 text-fg-2 leading-5">
            {t(($) => $.application.lead[isOfOther ? 'REPRESENTATIVE' : step])}
          </p>
        </header>
        <StepFields application={application} step={step} reading={reading} />
        {at === steps.length - 1 && <LookOver application={application} reading={reading.result} />}
      </Card>
      <RefusalNote refusal={sending.refusal}>{sending.refusal && <WayOn code={sending.refusal.code} />}</RefusalNote>
      <footer className="sticky low:static bottom-0 z-10 -mx-4 grid gap-2 border-border border-t bg-background px-4 py-3 md:-mx-0 md:px-0">
        <div className="flex items-center gap-3">
          {at > 0 && (
            <Button variant="ghost" className="h-11" onClick={() => go(steps[at - 1] ?? step)}>
              <ChevronLeft aria-hidden />
              {t(($) => $.application.back)}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            className="h-11 flex-1 text-14 md:ml-auto md:max-w-64"
            busy={sending.isBusy}
            busyLabel={t(($) => (at === steps.length - 1 ? $.application.submitting : $.application.save.saving))}
            data-testid="application-next"
          >
            {t(($) => (at === steps.length - 1 ? $.application.submit : $.application.next))}
          </Button>
        </div>
        <SaveNote save={application.save} savedAt={registration.savedAt} />
      </footer>
    </form>
  );
}

/** A new step is read from its top, by eyes and by a screen reader; a page that has just come is not. */
function useStepHeading(step: RegistrationStep) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return heading;
}

/** Where somebody goes on who comes back: the first step that is not done. */
function firstOpen({ kind, steps }: Registration): RegistrationStep {
  return steps.find(({ state }) => state !== 'DONE')?.step ?? STEPS_OF[kind].at(-1) ?? 'ADDRESS';
}

interface Sending extends Pick<Submission, 'isBusy' | 'refusal'> {
  readonly next: (event: FormEvent) => void;
}

interface At {
  readonly step: RegistrationStep;
  readonly go: (step: RegistrationStep) => void;
}

function useSending(application: OpenApplication, { step, go }: At): Sending {
  const { form, registration, calls, flush, refuse } = application;
  const { isBusy, refusal, submit } = useSubmission();
  const focusFirstFault = useFirstFaultFocus(step);
  const steps: readonly RegistrationStep[] = STEPS_OF[registration.kind];
  const faultsIn = (one: RegistrationStep) => faultyFields(registration.kind, one, form.getValues());
  const showFaults = (one: RegistrationStep): void => {
    if (one !== step) go(one);
    void form.trigger(faultsIn(one)).then(() => focusFirstFault(one));
  };
  const showRefused = (at: RegistrationStep, faults: readonly RefusedField[]): void => {
    if (at !== step) go(at);
    void refuse(faults).then(() => focusFirstFault(at));
  };
  const send = async (): Promise<void> => {
    const faulty = steps.find((one) => faultsIn(one).length > 0);
    if (faulty) return showFaults(faulty);
    if (!(await flush())) return;
    // A refused application is a draft again once it is saved, unchanged too: its sender says that it is right.
    if (registration.status === 'REJECTED') await calls.save({ step: 'ADDRESS', fields: {} });
    // Some faults only the server sees: a picture from which nothing was read, a ward that is not in its province.
    const { faults } = await calls.look();
    if (faults[0]) return showRefused(faults[0].step, faults);
    try {
      await calls.submit();
    } catch (error) {
      if (refusalIn(error).code !== 'IdCardNumberExisted') throw error;
      showRefused('DETAILS', [{ field: 'idNumber', fault: 'IdCardNumberExisted' }]);
    }
  };
  return {
    isBusy,
    refusal,
    next(event) {
      event.preventDefault();
      if (isBusy) return;
      if (faultsIn(step).length > 0) return showFaults(step);
      const following = steps[steps.indexOf(step) + 1];
      void submit(async () => {
        if (!following) return send();
        await flush();
        go(following);
      });
    },
  };
}

interface LookOverProps {
  readonly application: OpenApplication;
  readonly reading: DocumentReading | null;
}

/** Everything once more where it is sent. */
function LookOver({ application: { registration, form }, reading }: LookOverProps) {
  const { t } = useTranslation();
  const fields = form.watch();
  const contactAddress = useContactAddress(fields);
  return (
    <section className="grid gap-4 border-border border-t pt-5">
      <header className="grid gap-1">
        <h3 className="font-medium text-14">{t(($) => $.application.lookOver.title)}</h3>
        <p className="text-12 text-fg-2 leading-5">{t(($) => $.application.lookOver.body)}</p>
      </header>
      <ReadingNote reading={reading} fields={fields} />
      <IdentityFacts
        record={{ kind: registration.kind, fields, contactAddress }}
        differing={differingFields(reading, fields)}
      />
    </section>
  );
}

/** Focuses what is marked as wrong once its step stands in the page, however long a busy machine takes to draw it. */
function useFirstFaultFocus(step: RegistrationStep): (wanted: RegistrationStep) => void {
  const [wanted, setWanted] = useState<RegistrationStep | null>(null);
  useEffect(() => {
    if (wanted !== step) return;
    document.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault] :is(input, button)')?.focus();
    setWanted(null);
  }, [wanted, step]);
  return setWanted;
}

interface ProgressProps {
  readonly application: OpenApplication;
  readonly step: RegistrationStep;
  readonly onGo: (step: RegistrationStep) => void;
}

function Progress({ application: { registration, form }, step, onGo }: ProgressProps) {
  const { t } = useTranslation();
  const fields = form.watch();
  const steps: readonly RegistrationStep[] = STEPS_OF[registration.kind];
  return (
    <nav aria-label={t(($) => $.application.way.title)} className="grid gap-2">
      <ol className="flex gap-1.5">
        {steps.map((one, at) => {
          const isDone = faultyFields(registration.kind, one, fields).length === 0;
          const state = t(($) => $.application.stepState[isDone ? 'DONE' : 'PARTIAL']);
          return (
            <li key={one} className="min-w-0 flex-1">
              <button
                type="button"
                aria-current={one === step ? 'step' : undefined}
                aria-label={`${at + 1}. ${t(($) => $.application.step[one])}, ${state}`}
                onClick={() => onGo(one)}
                className="grid min-h-11 w-full content-start gap-1.5 rounded-sm pt-2 text-left"
              >
                <span className={cn('h-1 rounded-full', one === step || isDone ? 'bg-primary' : 'bg-surface-3')} />
                <span
                  className={cn(
                    'flex items-center gap-1 truncate text-12 text-fg-2 max-sm:hidden',
                    one === step && 'font-medium text-foreground',
                  )}
                >
                  {isDone && <Check aria-hidden className="size-3.5 shrink-0 text-primary-text" />}
                  {at + 1}. {t(($) => $.application.step[one])}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <p className="pointer-events-none -mt-7 text-12 text-fg-2 sm:hidden">
        {t(($) => $.application.progress, { step: steps.indexOf(step) + 1, steps: steps.length })}
      </p>
    </nav>
  );
}

/** What an operator said of it, and that another device has changed it. */
function Notes({ application: { registration, isFromElsewhere } }: { readonly application: OpenApplication }) {
  const { t } = useTranslation();
  const { status, statusReason: reason } = registration;
  const isGivenBack = status === 'INCOMPLETE' || status === 'REJECTED';
  return (
    <>
      {isGivenBack && reason && (
        <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning leading-5">
          {t(($) => (status === 'INCOMPLETE' ? $.application.returned : $.application.refused), {
            // Sentences follow it, and operators end theirs as they like.
            reason: reason.replace(/[.\s]+$/, ''),
          })}
        </p>
      )}
      {isFromElsewhere && (
        <p role="status" className="rounded-md bg-surface-2 px-3 py-2 text-fg-2 leading-5">
          {t(($) => $.application.elsewhere)}
        </p>
      )}
    </>
  );
}

function SaveNote({ save, savedAt }: { readonly save: SaveState | null; readonly savedAt: string | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (save?.state === 'refused') return <RefusalNote refusal={save} />;
  const time = savedAt === null ? null : shortTime(savedAt, format);
  const text =
    save?.state === 'saving' || save?.state === 'waiting'
      ? t(($) => $.application.save[save.state as 'saving'])
      : time === null
        ? t(($) => $.application.save.untouched)
        : t(($) => $.application.save.saved, { time });
  return (
    <p
      role="status"
      data-testid="application-save"
      data-state={save?.state ?? 'saved'}
      className={cn('text-center text-12 md:text-right', save?.state === 'waiting' ? 'text-warning' : 'text-fg-3')}
    >
      {text}
    </p>
  );
}

/** A day is told only where it is another one than today. */
function shortTime(instant: string, format: Format): string {
  const day = format.date(instant);
  const hour = format.hour(instant);
  return day === format.date(serverNowMs()) ? hour : `${hour} ${day}`;
}
