/**
 * Reads a file that arrives as a multipart form: one `file` and its `kind`, into memory and up to a limit. In any case
 * the stream is read to its end or discarded, so that no connection hangs on unread bytes, and a connection that ends
 * early ends the reading, so that no caller waits for bytes that never come. The sender's file name and content type are
 * ignored.
 */
import { type PictureKind, pictureKind } from '@mua/contract/entities/registration';
import { LIMITS } from '@mua/contract/limits';
import type { FastifyRequest } from 'fastify';
import { replyError } from '#refusals/reply-error.ts';

export interface Upload {
  readonly bytes: Buffer;
  readonly kind: PictureKind;
}

/** Allowance for the names, types and boundaries of the parts. */
const FORM_BYTES = 16 * 1024;
/** Limit for the whole form. */
export const UPLOAD_MAX_BYTES = LIMITS.pictureMaxBytes + FORM_BYTES;

export const UPLOAD_LIMITS = {
  limits: {
    ...{ files: 1, fileSize: LIMITS.pictureMaxBytes, fields: 4, fieldSize: 64, fieldNameSize: 64, parts: 5 },
    headerPairs: 20,
  },
};

interface Parts {
  readonly bytes: Buffer | undefined;
  readonly kind: unknown;
}

/** Throws maxSizeFileUpload, or BadRequest that names the missing part. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (Number(request.headers['content-length']) > UPLOAD_MAX_BYTES) throw tooLarge();
  const parts = await unlessCut(request, () => readParts(request)).catch((error: unknown) => {
    throw isTooLarge(error) ? tooLarge() : replyError('BadRequest', { field: 'file' });
  });
  const known = pictureKind.safeParse(parts.kind);
  if (!known.success) throw replyError('BadRequest', { field: 'kind' });
  if (!parts.bytes || parts.bytes.length === 0) throw replyError('BadRequest', { field: 'file' });
  return { bytes: parts.bytes, kind: known.data };
}

async function readParts(request: FastifyRequest): Promise<Parts> {
  let bytes: Buffer | undefined;
  let kind: unknown;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'kind') kind = part.value;
    } else if (part.fieldname === 'file') {
      bytes = await part.toBuffer();
    } else {
      part.file.resume();
    }
  }
  return { bytes, kind };
}

/**
 * Rejects as soon as the connection is gone before the body was whole, even if that was before the reading began: the
 * parts of such a request never end by themselves. A sender who stays and is slow is cut off by the server after
 * `requestWholeMs`, which ends the reading in the same way.
 */
async function unlessCut<T>({ raw }: FastifyRequest, read: () => Promise<T>): Promise<T> {
  if (raw.destroyed) throw new Error('the connection was closed before its body was read');
  let onClose = (): void => {};
  const cut = new Promise<never>((_, reject) => {
    onClose = () => {
      if (!raw.readableEnded) reject(new Error('the connection was closed before its body was whole'));
    };
  });
  raw.once('close', onClose);
  try {
    return await Promise.race([read(), cut]);
  } finally {
    raw.off('close', onClose);
  }
}

/** Discards what was not read. */
export function discardUpload({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
}

function isTooLarge(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}

function tooLarge(): Error {
  return replyError('maxSizeFileUpload', { max: LIMITS.pictureMaxBytes });
}
