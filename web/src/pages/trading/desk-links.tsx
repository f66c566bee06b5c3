/** What a desk has to do with the windows beside it: it shows the contract of its colour, and takes what they hand on. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useHandedOrders, useLink, useLinkedContract } from '#desk/linked-windows.ts';
import { LinkMenu } from '#pages/trading/link-menu.tsx';

export function DeskLinks({ code }: { code: string }) {
  const navigate = useNavigate();
  const show = useCallback(
    (next: string) => void navigate({ to: '/trading/$code', params: { code: next }, replace: true }),
    [navigate],
  );
  useLinkedContract(code, show, true);
  useHandedOrders(show);
  const isUsed = useLink((link) => link.isUsed);
  return isUsed ? <LinkMenu /> : null;
}
