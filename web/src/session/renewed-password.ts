/**
 * Holds the user name, as typed, whose password was just reset: reported once on the sign-in page, and gone after a
 * reload.
 */
import { create } from 'zustand';

interface RenewedPassword {
  readonly username: string | null;
}

export const useRenewedPassword = create<RenewedPassword>()(() => ({ username: null }));
