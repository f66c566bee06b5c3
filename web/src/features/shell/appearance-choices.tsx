/** The loaded part of the appearance menu: theme, palette, density, privacy, and a link to all settings. */
import { Eye, EyeOff, Keyboard, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { AppearanceButton, THEME_ICONS } from '#features/shell/appearance-button.tsx';
import { DENSITIES, PALETTES, useAppearance } from '#session/appearance-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';
import { usePrivacy } from '#session/privacy-store.ts';
import { THEMES, useTheme } from '#session/theme-store.ts';

export function AppearanceChoices() {
  const { t } = useTranslation();
  const { theme, setTheme } = useTheme();
  const { palette, density, setPalette, setDensity } = useAppearance();
  const { isPrivate, toggle: togglePrivacy } = usePrivacy();
  const open = useOpenDialog((state) => state.open);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <AppearanceButton />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <Choice
          label={t(($) => $.shell.header.theme)}
          value={theme}
          options={THEMES}
          onChoose={setTheme}
          name={(option) => t(($) => $.shell.theme[option])}
          icon={(option) => {
            const OptionIcon = THEME_ICONS[option];
            return <OptionIcon aria-hidden className="text-fg-2" />;
          }}
        />
        <DropdownMenuSeparator />
        <Choice
          label={t(($) => $.shell.palette.title)}
          value={palette}
          options={PALETTES}
          onChoose={setPalette}
          name={(option) => t(($) => $.shell.palette[option])}
          icon={(option) => <PaletteDots palette={option} />}
        />
        <DropdownMenuSeparator />
        <Choice
          label={t(($) => $.shell.density.title)}
          value={density}
          options={DENSITIES}
          onChoose={setDensity}
          name={(option) => t(($) => $.shell.density[option])}
        />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={togglePrivacy}>
          {isPrivate ? <Eye aria-hidden className="text-fg-2" /> : <EyeOff aria-hidden className="text-fg-2" />}
          {t(($) => (isPrivate ? $.commands.show : $.commands.hide))}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => open('shortcuts')} className="max-md:hidden">
          <Keyboard aria-hidden className="text-fg-2" />
          {t(($) => $.commands.shortcuts)}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => open('settings')}>
          <Settings aria-hidden className="text-fg-2" />
          {t(($) => $.commands.settings)}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly V[];
  readonly onChoose: (value: V) => void;
  readonly name: (value: V) => string;
  readonly icon?: (value: V) => React.ReactNode;
}

function Choice<V extends string>({ label, value, options, onChoose, name, icon }: ChoiceProps<V>) {
  return (
    <DropdownMenuGroup>
      <DropdownMenuLabel>{label}</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={value}
        onValueChange={(next) => {
          const chosen = options.find((option) => option === next);
          if (chosen) onChoose(chosen);
        }}
      >
        {options.map((option) => (
          // The menu stays open: one checks the result of a choice before making the next.
          <DropdownMenuRadioItem key={option} value={option} onSelect={(event) => event.preventDefault()}>
            {icon?.(option)}
            {name(option)}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </DropdownMenuGroup>
  );
}

/** Shows the palette by its own colours. */
function PaletteDots({ palette }: { palette: string }) {
  return (
    <span aria-hidden data-palette={palette} className="flex w-3.5 gap-0.5">
      <span className="h-3 w-1.5 rounded-[2px] bg-up" />
      <span className="h-3 w-1.5 rounded-[2px] bg-down" />
    </span>
  );
}
