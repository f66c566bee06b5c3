/** The colour of this window: those of one colour show the same contract; and the one it has not followed them to. */
import { Unlink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { chooseColour, LINK_COLOURS, type LinkColour, type LinkedContract, useLink } from '#desk/linked-windows.ts';

const ALONE = 'alone';

const FILLS: Readonly<Record<LinkColour, string>> = {
  blue: 'bg-series-1',
  pink: 'bg-series-4',
  olive: 'bg-series-5',
  teal: 'bg-series-6',
};

export function LinkMenu({ linked }: { linked: LinkedContract }) {
  return (
    <>
      <WaitingContract linked={linked} />
      <ColourMenu />
    </>
  );
}

function WaitingContract({ linked: { waitingCode: code, follow } }: { linked: LinkedContract }) {
  const { t } = useTranslation();
  return (
    <span role="status" className="flex empty:hidden">
      {code !== null && (
        <Button
          size="sm"
          variant="outline"
          data-testid="follow-link"
          title={t(($) => $.windows.link.waiting, { code })}
          onClick={follow}
        >
          {t(($) => $.windows.link.follow, { code })}
        </Button>
      )}
    </span>
  );
}

function ColourMenu() {
  const { t } = useTranslation();
  const colour = useLink((link) => link.colour);
  const name = (each: LinkColour | null) => t(($) => $.windows.link[each ?? ALONE]);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton size="icon-sm" label={t(($) => $.windows.link.title, { colour: name(colour) })}>
          <LinkMark colour={colour} />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-w-72">
        <DropdownMenuLabel>{t(($) => $.windows.link.hint)}</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={colour ?? ALONE}
          onValueChange={(chosen) => chooseColour(LINK_COLOURS.find((each) => each === chosen) ?? null)}
        >
          {[...LINK_COLOURS, null].map((each) => (
            <DropdownMenuRadioItem key={each ?? ALONE} value={each ?? ALONE}>
              <LinkMark colour={each} />
              {name(each)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function LinkMark({ colour }: { colour: LinkColour | null }) {
  if (colour === null) return <Unlink aria-hidden className="size-3.5" />;
  return <span aria-hidden className={cn('size-3 shrink-0 rounded-full forced-color-adjust-none', FILLS[colour])} />;
}
