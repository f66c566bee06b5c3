/** The password rules as hints that are ticked off while typing, and the password's strength. */
import { LIMITS } from '@mua/contract/limits';
import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { isRuleMet, PASSWORD_RULES, passwordStrength } from '#features/security/password-strength.ts';

const BARS = { weak: 1, fair: 2, strong: 3 } as const;
const TONES = { weak: 'bg-danger', fair: 'bg-warning', strong: 'bg-success' } as const;

export function PasswordHints({ password }: { password: string }) {
  const { t } = useTranslation();
  const strength = passwordStrength(password);
  const isEmpty = password === '';
  const range = { min: LIMITS.passwordMin, max: LIMITS.passwordMax };
  return (
    <div className="grid gap-1.5 text-12">
      <p className="flex items-center gap-2 text-fg-2">
        <span aria-hidden className="flex gap-1">
          {[1, 2, 3].map((bar) => (
            <span
              key={bar}
              className={cn('h-1 w-8 rounded-full bg-surface-3', !isEmpty && bar <= BARS[strength] && TONES[strength])}
            />
          ))}
        </span>
        {t(($) => $.security.password.strength)}:
        <span role="status" className="font-medium text-foreground" data-testid="password-strength">
          {isEmpty ? '–' : t(($) => $.security.password.level[strength])}
        </span>
      </p>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-0.5 text-fg-3">
        {PASSWORD_RULES.map((rule) => {
          const isMet = isRuleMet(rule, password);
          const Icon = isMet ? Check : Circle;
          return (
            <li key={rule} className={cn('flex items-center gap-1.5', isMet && 'text-success')}>
              <Icon aria-hidden className="size-3 shrink-0" />
              <span>{t(($) => $.security.password.rule[rule], range)}</span>
              <span className="sr-only">{t(($) => (isMet ? $.security.password.met : $.security.password.unmet))}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
