import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#design/ui/dropdown-menu.tsx';
import { LANGUAGES, languageOf } from '#i18n/languages.ts';

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" className="text-12" aria-label={t(($) => $.shell.header.language)}>
          {language.toUpperCase()}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="min-w-40">
        <DropdownMenuRadioGroup value={language} onValueChange={(next) => void i18n.changeLanguage(next)}>
          {LANGUAGES.map((code) => (
            <DropdownMenuRadioItem key={code} value={code} lang={code}>
              {t(($) => $.shell.language[code])}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
