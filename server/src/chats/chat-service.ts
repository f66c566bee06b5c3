/** What a messenger needs to be, for an account of the installation's own there to link people and write to them. */
import type { ChatChannel } from '@mua/contract/entities/notice-delivery';

/** A code that its owner shows in the chat, once. */
export interface MadeCode {
  readonly code: string;
  /** Opens the chat. */
  readonly url: string;
  /** Whether its owner writes it there; otherwise the address shows it. */
  readonly isWritten: boolean;
}

/**
 * `gone`: the chat has blocked us, or is no more. `silent`: its owner has not written to us for so long that we may write
 * no more, until they do.
 */
export type ChatAnswer = 'sent' | 'gone' | 'silent';

export interface ChatService {
  readonly channel: ChatChannel;
  /** How many messages at a time the messenger takes. */
  readonly atOnce: number;
  /** How long a message may be. */
  readonly mostLetters: number;
  /** Rejects where the messenger has to be asked, and does not answer. */
  makeCode(): Promise<MadeCode>;
  /** Rejects where it was not taken. */
  send(chatId: string, text: string): Promise<ChatAnswer>;
}
