/** Whose password was set anew a moment ago, as typed: told once at the sign-in, and gone with a reload. */
import { create } from 'zustand';

interface RenewedPassword {
  readonly username: string | null;
}

export const useRenewedPassword = create<RenewedPassword>()(() => ({ username: null }));
