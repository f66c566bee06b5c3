/**
 * What other tabs of this browser keep under a name of local storage. A tab that did not listen would write over it with
 * its own next change, and what was kept there would be gone.
 */
export function onOtherTab(name: string, take: (text: string) => void): void {
  // Tests of plain logic have no window.
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === name && newValue !== null) take(newValue);
  });
}
