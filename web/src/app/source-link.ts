/**
 * Turns the place where an error was thrown into an address that the developer's editor opens
 * (docs/rules/connections.md#startup-configuration).
 */

export interface SourcePlace {
  readonly editor: string;
  /** Folder of the client's sources, as passed to the build. */
  readonly root: string;
  readonly stack: string | undefined;
}

/** Returns the first stack line in one of our files during development; null in a build, whose files have no lines. */
export function sourceLink({ editor, root, stack }: SourcePlace): string | null {
  const [, file, line, column] = /https?:\/\/[^/\s]+\/(src\/[^\s?:]+)[^\s:]*:(\d+):(\d+)/.exec(stack ?? '') ?? [];
  return file === undefined ? null : `${editor}://file${root}/${file}:${line}:${column}`;
}
