import { useTranslation } from 'react-i18next';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { LanguageButton } from '#features/shell/language-button.tsx';
import { LANGUAGES, languageOf } from '#i18n/languages.ts';

/** The loaded part of the language menu. */
export function LanguageChoices() {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <LanguageButton />
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
