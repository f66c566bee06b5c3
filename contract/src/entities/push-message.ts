/** What the server encrypts for a browser, and its service worker shows (record 181). */
export interface PushMessage {
  readonly title: string;
  readonly text: string;
  /** A path of this installation that a click opens. */
  readonly url: string;
  readonly language: string;
  /** At most 32 letters of base64url: a newer message takes the place of an older one that has not been delivered or read. */
  readonly topic: string;
}
