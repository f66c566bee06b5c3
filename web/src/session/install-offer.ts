/** Keeps the browser's offer to install the product until the user accepts it, so that no prompt interrupts anybody. */
import { create } from 'zustand';

/** Exists in Chromium only. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

export const useInstallOffer = create<{ readonly offer: InstallPromptEvent | null }>()(() => ({ offer: null }));

/** Called once at startup, because the browser makes its offer early. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallOffer.setState({ offer: event as InstallPromptEvent });
  });
  window.addEventListener('appinstalled', () => useInstallOffer.setState({ offer: null }));
}

/** An offer can be accepted once. */
export async function takeInstallOffer(): Promise<void> {
  const { offer } = useInstallOffer.getState();
  useInstallOffer.setState({ offer: null });
  await offer?.prompt();
}
