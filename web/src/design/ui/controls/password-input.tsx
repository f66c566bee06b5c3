/** Edits a password with a button to show it; showing it keeps the focus in the field. */
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input, type InputProps } from '#design/ui/controls/input.tsx';

export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      // Even while shown it is a password: no spelling help, no capitals.
      spellCheck={false}
      autoCapitalize="none"
      after={
        <button
          type="button"
          className="finger-sized -mr-1.5 grid size-7 shrink-0 place-items-center rounded-sm text-fg-2 hover:bg-surface-3 hover:text-foreground"
          aria-label={t(($) => (isShown ? $.shell.action.hidePassword : $.shell.action.showPassword))}
          aria-pressed={isShown}
          disabled={props.disabled}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon aria-hidden className="size-4" />
        </button>
      }
    />
  );
}
