/**
 * Packs several byte strings into one stream for a child's stdin and stdout, each preceded by its length in four bytes.
 */

const LENGTH_BYTES = 4;

export function packFrames(frames: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    frames.flatMap((frame) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(frame.length);
      return [length, frame];
    }),
  );
}

/** Complete frames only; a truncated one is omitted. */
export function unpackFrames(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  let at = 0;
  while (at + LENGTH_BYTES <= bytes.length) {
    const from = at + LENGTH_BYTES;
    const to = from + bytes.readUInt32BE(at);
    if (to > bytes.length) break;
    frames.push(bytes.subarray(from, to));
    at = to;
  }
  return frames;
}
