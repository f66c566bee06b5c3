/**
 * What can be done with the paper that is open: sign it, refuse it, or, once it is signed, check it. The code is asked for
 * where the button stood, with the paper in sight; whoever signs names the hash of the bytes on screen.
 */
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import type { Taskflow } from '@mua/contract/entities/security';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '#design/ui/controls/button.tsx';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { CodeForm } from '#features/security/code-form.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useWaitingCode } from '#features/security/waiting-code.ts';
import type { Language } from '#i18n/languages.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { PagesSeen } from '#pages/digital-signature/pdf-pages.tsx';
import { RejectForm } from '#pages/digital-signature/reject-form.tsx';
import { isChanged, type PaperFile, signing } from '#pages/digital-signature/signatures.ts';
import { isOpen } from '#signed-in/papers.ts';
import { useSubmission } from '#wire/submission.ts';

export interface SignPanelProps {
  readonly userId: string;
  readonly paper: DigitalSignature;
  readonly name: string;
  readonly language: Language;
  readonly file: PaperFile | undefined;
  readonly seen: PagesSeen | null;
  /** There is another version than the one that was read. */
  readonly onChanged: () => void;
  /** Signed or refused. */
  readonly onDone: () => void;
}

const askedFor = z.object({ isRejection: z.boolean() });

export function SignPanel(props: SignPanelProps) {
  const { userId, paper, name, language, file, seen, onChanged, onDone } = props;
  const { t } = useTranslation();
  const { sign, reject, resend, verify } = signing(useQueryClient(), userId, paper);
  // By the bytes on screen: of another version, nothing was asked for.
  const [waiting, wait] = useWaitingCode(`paper ${userId} ${file?.hash}`, askedFor);
  const [step, setStep] = useState<'read' | 'reject'>('read');
  const orChanged = async <T,>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (isChanged(error)) onChanged();
      throw error;
    });
  const finish = async (task: Taskflow, isRejection: boolean, code: string) => {
    await orChanged(verify(task, code));
    wait(null);
    onDone();
    await notifyDone(t(($) => (isRejection ? $.contracts.reject.done : $.contracts.sign.done), { paper: name }));
  };
  if (!isOpen(paper)) return <SignedFacts paper={paper} />;
  const ask = async (asked: Promise<Taskflow>, isRejection: boolean) =>
    wait({ task: await orChanged(asked), about: { isRejection } });
  if (!waiting)
    return step === 'read' ? (
      <ReadAndAgree
        {...{ paper, name, file, seen }}
        onAsk={(hash) => ask(sign(hash, language), false)}
        onReject={() => setStep('reject')}
      />
    ) : (
      <RejectForm onBack={() => setStep('read')} onAsk={(reason) => ask(reject(reason), true)} />
    );
  const {
    task,
    about: { isRejection },
  } = waiting;
  const giveUp = () => {
    wait(null);
    setStep('read');
  };
  return (
    <Card
      aria-label={t(($) => $.contracts.sign.title)}
      // Enter that is still held from asking for the code would send an empty one.
      onKeyDownCapture={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      className="grid gap-3 max-md:p-4"
    >
      <h2 className="text-16">{t(($) => (isRejection ? $.contracts.reject.title : $.contracts.sign.title))}</h2>
      <p className="text-fg-2">
        {t(($) => (isRejection ? $.contracts.reject.codeAbout : $.contracts.sign.codeAbout), { paper: name })}
      </p>
      <CodeForm
        delivery={task}
        onVerify={(code) => finish(task, isRejection, code)}
        onResend={() => ask(resend(task), isRejection)}
      >
        <Button variant="ghost" className="max-md:h-11" onClick={giveUp}>
          {t(($) => $.contracts.sign.back)}
        </Button>
      </CodeForm>
    </Card>
  );
}

interface ReadAndAgreeProps extends Pick<SignPanelProps, 'paper' | 'name' | 'file' | 'seen'> {
  /** Throws `CallError`. */
  readonly onAsk: (hash: string) => Promise<void>;
  readonly onReject: () => void;
}

function ReadAndAgree({ paper, name, file, seen, onAsk, onReject }: ReadAndAgreeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const [isAgreed, setAgreed] = useState(false);
  const { isBusy, refusal, submit } = useSubmission();
  const hash = file?.hash ?? null;
  const ask = async () => {
    if (hash !== null && !isBusy) await submit(() => onAsk(hash));
  };
  return (
    <Card aria-label={t(($) => $.contracts.sign.title)} className="grid gap-3.5 max-md:p-4">
      <PagesRead seen={seen} />
      {paper.status === 'REJECTED' && (
        <Note icon={<CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />}>
          {t(($) => $.contracts.rejected.about, { time: format.dateTime(paper.rejectedAt) })}
        </Note>
      )}
      <div className="flex items-start gap-2.5 max-md:py-2">
        <Checkbox
          id={id}
          className="mt-0.5"
          checked={isAgreed}
          disabled={!file}
          onCheckedChange={(next) => setAgreed(next === true)}
          data-testid="paper-agree"
        />
        <label htmlFor={id} className="leading-5">
          {t(($) => $.contracts.sign.agree, { paper: name, version: format.civilDate(paper.version) })}
        </label>
      </div>
      {file && hash === null && <Note>{t(($) => $.contracts.sign.insecure)}</Note>}
      <RefusalNote refusal={refusal && refusal.code !== 'DocumentChanged' ? refusal : null} />
      <Button
        size="lg"
        className="h-11 w-full"
        disabled={!isAgreed || hash === null}
        busy={isBusy}
        busyLabel={t(($) => $.contracts.sign.asking)}
        onClick={() => void ask()}
        data-testid="paper-sign"
      >
        {t(($) => (isAgreed ? $.contracts.sign.ask : $.contracts.sign.agreeFirst))}
      </Button>
      {paper.status === 'TO_SIGN' && (
        <Button variant="ghost" className="-mt-1.5 w-full max-md:h-11" onClick={onReject} data-testid="paper-reject">
          {t(($) => $.contracts.sign.reject)}
        </Button>
      )}
    </Card>
  );
}

/** How far one has come: nobody is held up by it. */
function PagesRead({ seen }: Pick<SignPanelProps, 'seen'>) {
  const { t } = useTranslation();
  const percent = seen ? (seen.current / seen.pages) * 100 : 0;
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="text-16">{t(($) => $.contracts.sign.title)}</h2>
        {seen && (
          <span className="text-12 text-fg-3">
            {t(($) => $.contracts.sign.seen, { seen: seen.current, pages: seen.pages })}
          </span>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={t(($) => $.contracts.sign.seenBar)}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1 rounded-full bg-surface-4"
      >
        <span className="block h-1 rounded-full bg-primary" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

function SignedFacts({ paper }: Pick<SignPanelProps, 'paper'>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card aria-label={t(($) => $.contracts.signed.title)} className="grid gap-2 max-md:p-4">
      <h2 className="flex items-center gap-2 text-16">
        <CircleCheck aria-hidden className="size-5 text-success" />
        {t(($) => $.contracts.signed.title)}
      </h2>
      <p className="text-fg-2">{t(($) => $.contracts.signed.about, { time: format.dateTime(paper.signedAt) })}</p>
      <Link to="/verify" className="justify-self-start rounded-sm text-primary-text hover:underline max-md:py-3">
        {t(($) => $.contracts.signed.verify)}
      </Link>
    </Card>
  );
}

function Note({ icon, children }: { readonly icon?: ReactNode; readonly children: string }) {
  return (
    <p role="status" className="flex items-start gap-2 rounded-md bg-surface-2 px-3 py-2 text-fg-2 leading-5">
      {icon}
      {children}
    </p>
  );
}
