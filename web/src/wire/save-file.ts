/**
 * Saves a value in memory as a file on the user's machine. The object URL is released once the browser has written it.
 */
const WRITTEN_AFTER_MS = 60_000;

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), WRITTEN_AFTER_MS);
}
