/**
 * Long replies go out compressed to whoever takes it: the list of contracts is a quarter of a megabyte of text, and a
 * tenth of it in brotli. Files of the client were compressed when they were built. Only reads are (`bind-route.ts`):
 * what answers an order is short, and its road has no hook more than it needs.
 */
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Below this compressing takes longer than it saves. */
const LEAST_BYTES = 4096;
/** Up to here it is done at once; what is longer goes to another thread, so that nobody's order waits for it. */
const AT_ONCE_BYTES = 16_384;

export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json\b/,
    threshold: LEAST_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    // What comes in is never unpacked: a small body could become a large one.
    globalDecompression: false,
  });
}
