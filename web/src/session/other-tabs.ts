/**
 * Reports what other tabs of this browser write under a name of local storage. A tab that did not listen would
 * overwrite it with its own next change and lose it.
 */
export function onOtherTab(name: string | (() => string), take: (text: string) => void): void {
  // Tests of plain logic run without a window.
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === (typeof name === 'string' ? name : name()) && newValue !== null) take(newValue);
  });
}
