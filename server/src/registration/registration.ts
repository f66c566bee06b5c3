/** Builds the registration services of the server, from sign-up to activation. */
import type { Vnd } from '@mua/core/values';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import type { Jobs } from '#ground/jobs.ts';
import type { Secrets } from '#ground/secrets.ts';
import type { Identity } from '#identity/identity.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Messages } from '#messages/messages.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';
import { type Activation, createActivation, type PapersToSign } from '#registration/activation.ts';
import { type Applications, createApplications } from '#registration/application.ts';
import { type Approvals, createApprovals } from '#registration/approval.ts';
import { createDemoPolicy, type DemoPolicy } from '#registration/demo-policy.ts';
import type { IdentityDocuments } from '#registration/document-port.ts';
import { createExistenceCheck, type ExistenceCheck } from '#registration/existence.ts';
import { createPictures, type Pictures } from '#registration/pictures.ts';
import { type Places, places } from '#registration/places.ts';
import { createReadings, type Readings } from '#registration/readings.ts';
import { createSignUp, type SignUp } from '#registration/sign-up.ts';
import { createStatusNotices, type StatusNotices } from '#registration/status-notices.ts';

export interface Registration {
  readonly signUp: SignUp;
  readonly isSigningUp: (sessionId: string, orVerified?: boolean) => Promise<boolean>;
  readonly existence: ExistenceCheck;
  readonly applications: Applications;
  readonly pictures: Pictures;
  readonly readings: Readings;
  readonly places: Places;
  readonly approvals: Approvals;
  readonly activation: Activation;
  readonly notices: StatusNotices;
  /** Continues whatever a crash interrupted. Call it once all existing accounts have been entered. */
  resume(): Promise<void>;
  /** Resolves when no due work is in progress. */
  settled(): Promise<void>;
  /** Removes data whose retention has ended. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface RegistrationDeps {
  readonly pool: pg.Pool;
  /** For the read tables. */
  readonly reads: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly messages: Messages;
  readonly identity: Pick<Identity, 'tasks' | 'budget' | 'passwords' | 'exclusively' | 'browserSessions' | 'notices'>;
  readonly sequencer: Pick<Sequencer, 'state' | 'submit' | 'durableSeq'>;
  readonly documents: IdentityDocuments;
  readonly mailbox: InvestorMailbox;
  readonly papers: PapersToSign;
  /** A demo approves applications by itself, opens demo accounts, and credits newcomers with money to trade. */
  readonly demo: { readonly welcomeVnd: Vnd } | null;
  readonly jobs: Jobs;
  readonly onError: (error: unknown) => void;
  /** Draws account numbers; replaced in tests. */
  readonly drawCode?: () => string;
}

export function createRegistration(deps: RegistrationDeps): Registration {
  const {
    pool,
    reads,
    clock,
    secrets,
    messages,
    mailbox,
    identity,
    sequencer,
    documents,
    papers,
    demo,
    jobs,
    onError,
  } = deps;
  const notices = createStatusNotices(mailbox, identity.notices);
  const common = { pool, clock, secrets, messages, notices };
  const pictures = createPictures({ pool, clock, secrets, documents });
  let policy: DemoPolicy | undefined;
  const applications = createApplications({
    ...{ ...common, places, pictures },
    onSubmitted: jobs.hand('work.application', (investorId) => policy?.submitted(investorId)),
  });
  const activation = createActivation({
    ...{ pool, reads, sequencer, messages, notices, papers, jobs, onError },
    ...{ isDemo: demo !== null, welcomeVnd: demo?.welcomeVnd ?? 0n },
  });
  const approvals = createApprovals({
    ...{ ...common, applications, activation, papers },
    forgetInvestor: identity.browserSessions.forgetInvestor,
  });
  if (demo) policy = createDemoPolicy({ pool, clock, approvals, onError });
  const { drawCode } = deps;
  return {
    ...{ applications, pictures, places, approvals, activation, notices },
    signUp: createSignUp({ ...identity, pool, clock, secrets, ...(drawCode ? { drawCode } : {}) }),
    isSigningUp: identity.tasks.isSigningUp,
    existence: createExistenceCheck({ pool, clock, secrets }),
    readings: createReadings({ pool, clock, secrets, documents, pictures }),
    async resume() {
      if (!jobs.areHere) return;
      await activation.resume();
      await policy?.resume();
    },
    settled: async () => policy?.settled(),
    sweep: pictures.sweep,
    close: async () => policy?.stop(),
  };
}
