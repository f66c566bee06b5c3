/**
 * Lists what windows that share a socket say to each other: members ask, the leader, who holds the socket, answers and
 * tells. Windows of different releases do not hear each other: the channel has the release in its name.
 */
import type { Acknowledgement } from '@mua/contract/feeds/messages';

/** What is subscribed to, as either feed says it: codes on a market feed, a sub-account on the investor feed. */
export interface StreamRequest {
  readonly event: string;
  readonly accountId?: string;
  readonly codes?: readonly string[];
  readonly afterSeq?: number;
}

export type ClientEvent = 'subscribe' | 'unsubscribe';

export type MemberMessage = {
  readonly to: 'leader';
  readonly from: string;
} /** Counts this window among those that share the socket, whether or not it is connected. */ & (
  | { readonly kind: 'join' | 'leave' }
  | { readonly kind: 'connect'; readonly auth: object }
  | { readonly kind: 'ask'; readonly askId: number; readonly event: ClientEvent; readonly request: StreamRequest }
  /** Is the leader still there? */
  | { readonly kind: 'probe' }
);

/** `member` is null for all of them. */
export type LeaderMessage = { readonly to: 'members'; readonly leader: string; readonly member: string | null } & (
  | LeaderWord
  | { readonly kind: 'leads' }
);

export type LeaderWord =
  | { readonly kind: 'here' | 'up' }
  | { readonly kind: 'down' | 'failed'; readonly reason: string }
  | { readonly kind: 'answer'; readonly askId: number; readonly answer: Acknowledgement }
  | { readonly kind: 'event'; readonly event: string; readonly message: unknown };

export type WindowMessage = MemberMessage | LeaderMessage;
