/**
 * An application while it is filled in: one form for all steps, saved by itself, with what the contract's rules say of
 * each field. Another device's version takes the place of this one's unless something here is still to be saved.
 */
import type {
  Registration,
  RegistrationField,
  RegistrationFields,
  RegistrationKind,
  RegistrationStep,
} from '@mua/contract/entities/registration';
import { registrationFaults } from '@mua/contract/registration-rules';
import { civilDateAt, VIETNAM_OFFSET_MS } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type ResolverResult, type UseFormReturn, useForm } from 'react-hook-form';
import { serverNowMs } from '#clock/market-clock.ts';
import { type ApplicationCalls, applicationCalls } from '#pages/account-overview/ekyc/application.ts';
import { createAutosave, type SaveState } from '#pages/account-overview/ekyc/autosave.ts';

export type ApplicationForm = UseFormReturn<RegistrationFields>;

export interface OpenApplication {
  readonly registration: Registration;
  readonly form: ApplicationForm;
  readonly calls: ApplicationCalls;
  /** Null until something was typed here. */
  readonly save: SaveState | null;
  /** What another device saved has taken the place of what was here. */
  readonly isFromElsewhere: boolean;
  flush(): Promise<boolean>;
  /** What only the server sees is wrong with a field for as long as nothing else stands in it. */
  refuse(faults: readonly RefusedField[]): Promise<unknown>;
}

export interface RefusedField {
  readonly field: string;
  /** A fault of an application, or the code of an error. */
  readonly fault: string;
}

export function useApplication(userId: string, registration: Registration, step: RegistrationStep): OpenApplication {
  const client = useQueryClient();
  const calls = useMemo(() => applicationCalls(client, userId), [client, userId]);
  const [save, setSave] = useState<SaveState | null>(null);
  const [isFromElsewhere, setFromElsewhere] = useState(false);
  const at = useRef(step);
  at.current = step;
  const savedAt = useRef(registration.savedAt);
  /** The network has not taken what was typed: the browser asks before the page is left. */
  const isWaiting = useRef(false);
  isWaiting.current = save?.state === 'waiting';
  const refused = useRef<readonly StandingRefusal[]>([]);
  const form = useForm<RegistrationFields>({
    defaultValues: registration.fields,
    mode: 'onTouched',
    resolver: (fields) => judged(registration.kind, fields, refused.current),
  });
  const autosave = useMemo(
    () =>
      createAutosave(async (fields) => {
        const saved = await calls.save({ step: at.current, fields });
        savedAt.current = saved.savedAt;
      }, setSave),
    [calls],
  );

  useEffect(() => {
    const typing = form.watch((fields, { name }) => {
      if (name === undefined) return;
      autosave.change({ [name]: fields[name] });
      // A fault that was told before the field was left goes as soon as it is mended.
      if (form.getFieldState(name).invalid) void form.trigger(name);
    });
    const flush = (): void => void autosave.flush();
    const warn = (event: BeforeUnloadEvent): void => {
      if (isWaiting.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    // A page that is put away may never come back.
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', flush);
    return () => {
      typing.unsubscribe();
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      flush();
      autosave.stop();
    };
  }, [form, autosave]);

  useEffect(() => {
    if (registration.savedAt === savedAt.current || autosave.isPending()) return;
    savedAt.current = registration.savedAt;
    form.reset(registration.fields);
    setFromElsewhere(true);
  }, [registration, form, autosave]);

  const refuse = (faults: readonly RefusedField[]): Promise<unknown> => {
    refused.current = faults.map(({ field, fault }) => {
      const name = field as RegistrationField;
      return { field: name, fault, value: form.getValues(name) };
    });
    return form.trigger(refused.current.map(({ field }) => field));
  };
  return { registration, form, calls, save, isFromElsewhere, flush: autosave.flush, refuse };
}

interface StandingRefusal extends RefusedField {
  readonly field: RegistrationField;
  /** What stood in the field. */
  readonly value: string | undefined;
}

function judged(
  kind: RegistrationKind,
  fields: RegistrationFields,
  refused: readonly StandingRefusal[],
): ResolverResult<RegistrationFields> {
  const standing = refused.filter(({ field, value }) => fields[field] === value);
  const faults = [...standing, ...registrationFaults(kind, fields, today())];
  if (faults.length === 0) return { values: fields, errors: {} };
  return { values: {}, errors: Object.fromEntries(faults.map(({ field, fault }) => [field, { type: fault }])) };
}

/** The calendar date in Vietnam. */
function today(): string {
  return civilDateAt(serverNowMs(), VIETNAM_OFFSET_MS);
}

/** The fields of a step that something is missing or wrong in, in their order. */
export function faultyFields(
  kind: RegistrationKind,
  step: RegistrationStep,
  fields: RegistrationFields,
): RegistrationField[] {
  return registrationFaults(kind, fields, today()).flatMap((one) =>
    one.step === step ? [one.field as RegistrationField] : [],
  );
}
