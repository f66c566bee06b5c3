/**
 * This room's port to picture handling: accepting pictures, reading documents, storing bytes encrypted. The room
 * decides what happens to a picture, and does not know how it is decoded, read and sealed.
 */
import type { DocumentReading, PictureFaultCode } from '@mua/contract/entities/registration';

/** A picture decoded and encoded anew, or why it was refused. */
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
  /** Undefined if it does not exist, or no longer does. */
  get(id: string): Promise<Uint8Array | undefined>;
  /** May be repeated. */
  remove(id: string): Promise<void>;
}
