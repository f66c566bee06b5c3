/**
 * Who somebody is, whom they come from and which account number they would like. A fault stands at its field, the
 * server's too, and the first of them has the focus; what was typed is never lost to a refusal.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import { REGISTRATION_KINDS } from '@mua/contract/entities/registration';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { languageOf } from '#i18n/languages.ts';
import { numberQuery, useCheckedAgent, useCheckedNumber } from '#pages/sign-up/checked-values.ts';
import { FIELDS, fieldOfRefusal, type SignUpDraft, signUpSchema } from '#pages/sign-up/sign-up-draft.ts';
import { CompanyFields, PersonFields, type SignUpFormState, WishFields } from '#pages/sign-up/sign-up-fields.tsx';
import { beginSignUp, useSignUp } from '#pages/sign-up/sign-up-session.ts';
import { type Refused, useSubmission } from '#wire/submission.ts';

export function SignUpForm() {
  const { t } = useTranslation();
  const { begun, isOver } = useSignUp();
  const { form, isBusy, refusal, send, checks } = useSignUpForm();
  const kind = form.watch('kind');
  return (
    <form noValidate onSubmit={send} className="grid gap-4" data-testid="sign-up-form">
      {isOver && (
        <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning leading-5">
          {t(($) => $.signUp.isOver)}
        </p>
      )}
      <Segment
        label={t(($) => $.signUp.kind)}
        columns={2}
        value={kind}
        onValueChange={(next) => form.setValue('kind', next)}
        className="md:[&_button]:h-9"
        options={REGISTRATION_KINDS.map((one) => ({
          value: one,
          label: t(($) => (one === 'PERSONAL' ? $.signUp.personal : $.signUp.business)),
        }))}
      />
      {kind === 'BUSINESS' && <CompanyFields form={form} />}
      <PersonFields form={form} />
      <WishFields form={form} checks={checks} />
      <RefusalNote refusal={refusal && fieldOfRefusal(refusal.code) ? null : refusal} />
      <div className="grid gap-2">
        <Button
          type="submit"
          className="h-11 text-14"
          busy={isBusy}
          busyLabel={t(($) => $.signUp.sending)}
          data-testid="sign-up-next"
        >
          {t(($) => $.signUp.next)}
        </Button>
        {begun && (
          <Button
            variant="ghost"
            className="h-11"
            onClick={() => useSignUp.setState({ isChanging: false })}
            data-testid="sign-up-have-code"
          >
            {t(($) => $.signUp.haveCode)}
          </Button>
        )}
      </div>
    </form>
  );
}

function useSignUpForm() {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const form: SignUpFormState = useForm({
    defaultValues: useSignUp.getState().draft,
    resolver: zodResolver(signUpSchema(languageOf(i18n.resolvedLanguage))),
    // The library goes by when a field first came: those of a business come later and stand above.
    shouldFocusError: false,
  });
  const { isBusy, refusal, submit } = useSubmission();
  const underWay = useRef(false);
  const checks = { number: useCheckedNumber(form.watch('number')), agent: useCheckedAgent(form.watch('agentCode')) };
  useRefusedCode(form);

  /** Known to be refused already. */
  const faultyCheck = (): keyof SignUpDraft | undefined => {
    const { number, agent } = checks;
    if (number.state === 'told' && number.existence.exists) return 'number';
    return agent.state === 'told' && !agent.existence.exists ? 'agentCode' : undefined;
  };
  const focusFirst = (faults: FieldErrors<SignUpDraft>) => {
    const first = FIELDS.find((field) => faults[field]);
    if (first) form.setFocus(first);
  };
  const begin = form.handleSubmit(async (request) => {
    const faulty = faultyCheck();
    if (faulty) return form.setFocus(faulty);
    const draft = form.getValues();
    const refused = await submit(() => beginSignUp(draft, request));
    if (refused === null) return;
    if (refused.code === 'IdInvestorCodeExisted') await client.refetchQueries(numberQuery(draft.number));
    showRefusal(form, refused);
  }, focusFirst);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // The second half of a double click comes before anything is drawn anew.
    if (underWay.current) return;
    underWay.current = true;
    void begin(event).finally(() => {
      underWay.current = false;
    });
  };
  return { form, isBusy, refusal, send, checks };
}

/** What the code met is shown where it is mended; whoever comes back by themselves begins at the address. */
function useRefusedCode(form: SignUpFormState): void {
  useEffect(() => {
    const { isChanging, refused } = useSignUp.getState();
    if (refused) showRefusal(form, refused);
    else if (isChanging) form.setFocus('email', { shouldSelect: true });
    useSignUp.setState({ refused: null });
  }, [form]);
}

function showRefusal(form: SignUpFormState, { code, facts }: Refused): void {
  const field = fieldOfRefusal(code);
  if (field === undefined) return;
  form.setError(field, { type: code, message: String(facts.free ?? '') }, { shouldFocus: true });
}
