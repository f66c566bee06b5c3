/** Locks actions on many rows at once: closed by default and after every load. */
import { Lock, LockOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { DropdownMenuCheckboxItem } from '#design/ui/overlays/dropdown-menu.tsx';

export interface LockButtonProps {
  readonly isUnlocked: boolean;
  readonly onChange: (isUnlocked: boolean) => void;
  readonly testId: string;
}

/** The same lock in the list's menu, on a phone. */
export function LockMenuItem({ isUnlocked, onChange, testId }: LockButtonProps) {
  const { t } = useTranslation();
  if (!useNarrowScreen()) return null;
  return (
    <DropdownMenuCheckboxItem data-testid={testId} checked={isUnlocked} onCheckedChange={onChange}>
      {t(($) => $.lists.chooseMany)}
    </DropdownMenuCheckboxItem>
  );
}

export function LockButton({ isUnlocked, onChange, testId }: LockButtonProps) {
  const { t } = useTranslation();
  if (useNarrowScreen()) return null;
  return (
    <IconButton
      label={isUnlocked ? t(($) => $.lists.lock) : t(($) => $.lists.unlock)}
      size="icon-sm"
      className={isUnlocked ? 'size-6 bg-warning-soft text-warning hover:text-warning' : 'size-6'}
      aria-pressed={isUnlocked}
      data-testid={testId}
      onClick={() => onChange(!isUnlocked)}
    >
      {isUnlocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
    </IconButton>
  );
}
