/** The current language as its two letters. */
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '#design/ui/controls/button.tsx';
import { languageOf } from '#i18n/languages.ts';

export function LanguageButton(props: Omit<ButtonProps, 'variant' | 'size'>) {
  const { t, i18n } = useTranslation();
  return (
    <Button
      variant="ghost"
      size="icon"
      className="text-12 max-md:size-11"
      aria-label={t(($) => $.shell.header.language)}
      aria-haspopup="menu"
      {...props}
    >
      {languageOf(i18n.resolvedLanguage).toUpperCase()}
    </Button>
  );
}
