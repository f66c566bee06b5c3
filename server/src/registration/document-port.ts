/**
 * What this room needs of whoever knows about pictures: taking one in, reading documents, keeping bytes encrypted. The
 * room says what becomes of them; how a picture is decoded, read and sealed it does not know.
 */
import type { DocumentReading, PictureFaultCode } from '@mua/contract/entities/registration';

/** A picture decoded and encoded anew, or why it was not taken. */
export type TakenPicture =
  | {
      readonly jpeg: Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly faults: readonly PictureFaultCode[];
    }
  | { readonly refusal: 'InvalidType' | 'maxSizeFileUpload' };

export interface IdentityDocuments {
  intakePicture(bytes: Uint8Array): Promise<TakenPicture>;
  /** `today` is `YYYY-MM-DD` in Vietnam. */
  readIdCard(front: Uint8Array, back: Uint8Array, today: string): Promise<DocumentReading>;
  readPassport(picture: Uint8Array, today: string): Promise<DocumentReading>;
  readonly vault: PictureVault;
}

export interface PictureVault {
  put(id: string, jpeg: Uint8Array): Promise<void>;
  /** Undefined for what is not there, or no more. */
  get(id: string): Promise<Uint8Array | undefined>;
  /** Again is no mistake. */
  remove(id: string): Promise<void>;
}
