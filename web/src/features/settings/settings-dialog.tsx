/** All settings that this device stores about appearance, notifications and behaviour, in one place. */
import { Link } from '@tanstack/react-router';
import { ChevronRight, MonitorSmartphone, Volume2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { playTone } from '#desk/sounds.ts';
import { LANGUAGES, languageOf } from '#i18n/languages.ts';
import { useNetworkStatus } from '#network/network-store.ts';
import { DENSITIES, PALETTES, useAppearance } from '#session/appearance-store.ts';
import { takeInstallOffer, useInstallOffer } from '#session/install-offer.ts';
import { AUDIBLE_KINDS, canMute, TOASTED_KINDS, useNotices } from '#session/notice-store.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';
import { usePrivacy } from '#session/privacy-store.ts';
import { THEMES, useTheme } from '#session/theme-store.ts';
import { useActiveUser } from '#signed-in/actor.ts';

/** `version` is shown here too: a phone has no footer. */
export function SettingsDialog({ version, onClose }: { version: string; onClose: () => void }) {
  const { t } = useTranslation();
  const isSignedIn = useActiveUser() !== null;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="w-[560px] gap-5">
        <div>
          <DialogTitle>{t(($) => $.settings.title)}</DialogTitle>
          <DialogDescription className="text-12">{t(($) => $.settings.device)}</DialogDescription>
        </div>
        <Appearance />
        <Trading />
        <Notices />
        {isSignedIn && (
          <Link
            to="/account-overview/alerts"
            data-testid="open-notices"
            onClick={onClose}
            className="-mt-3 flex min-h-11 items-center rounded-md"
          >
            <span className="mr-auto">{t(($) => $.settings.news.title)}</span>
            <ChevronRight aria-hidden className="size-3.5 text-fg-3" />
          </Link>
        )}
        <NetworkRow />
        <InstallRow />
        <p className="text-12 text-fg-3">{t(($) => $.shell.footer.version, { version })}</p>
      </DialogContent>
    </Dialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold text-13">{title}</h3>
      <div className="divide-y divide-border border-border border-y">{children}</div>
    </section>
  );
}

function Appearance() {
  const { t, i18n } = useTranslation();
  const { theme, setTheme } = useTheme();
  const { palette, density, setPalette, setDensity } = useAppearance();
  return (
    <Section title={t(($) => $.settings.section.appearance)}>
      <ChoiceRow
        name={t(($) => $.shell.header.theme)}
        value={theme}
        options={THEMES}
        onChoose={setTheme}
        nameOf={(option) => t(($) => $.shell.theme[option])}
      />
      <ChoiceRow
        name={t(($) => $.shell.palette.title)}
        value={palette}
        options={PALETTES}
        onChoose={setPalette}
        nameOf={(option) => t(($) => $.shell.paletteShort[option])}
      />
      <ChoiceRow
        name={t(($) => $.shell.density.title)}
        value={density}
        options={DENSITIES}
        onChoose={setDensity}
        nameOf={(option) => t(($) => $.shell.density[option])}
      />
      <ChoiceRow
        name={t(($) => $.shell.header.language)}
        value={languageOf(i18n.resolvedLanguage)}
        options={LANGUAGES}
        onChoose={(language) => void i18n.changeLanguage(language)}
        nameOf={(option) => t(($) => $.shell.language[option])}
      />
    </Section>
  );
}

interface ChoiceRowProps<V extends string> {
  readonly name: string;
  readonly value: V;
  readonly options: readonly V[];
  readonly onChoose: (value: V) => void;
  readonly nameOf: (value: V) => string;
}

function ChoiceRow<V extends string>({ name, value, options, onChoose, nameOf }: ChoiceRowProps<V>) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1">
      <span>{name}</span>
      <Segment
        label={name}
        value={value}
        onValueChange={onChoose}
        options={options.map((option) => ({ value: option, label: nameOf(option) }))}
      />
    </div>
  );
}

function Trading() {
  const { t } = useTranslation();
  const { isOneStep, setOneStep } = useOneStep();
  const { isPrivate, toggle } = usePrivacy();
  return (
    <Section title={t(($) => $.settings.section.trading)}>
      <SwitchRow
        name={t(($) => $.ticket.oneStep)}
        hint={t(($) => $.settings.oneStepHint)}
        isOn={isOneStep}
        onChange={setOneStep}
      />
      <SwitchRow
        name={t(($) => $.settings.private)}
        hint={t(($) => $.settings.privateHint, { keys: 'Alt+H' })}
        isOn={isPrivate}
        onChange={toggle}
      />
    </Section>
  );
}

/** A phone has no footer: this opens the network state while all is well. */
function NetworkRow() {
  const { t } = useTranslation();
  const status = useNetworkStatus();
  const open = useOpenDialog((state) => state.open);
  return (
    <DialogRow
      name={t(($) => $.network.title)}
      state={t(($) => $.network.status[status])}
      testId="open-network"
      onOpen={() => open('network')}
    />
  );
}

interface DialogRowProps {
  readonly name: string;
  readonly state?: string;
  readonly testId: string;
  readonly onOpen: () => void;
}

/** Leads to another dialog, which takes the place of this one. */
function DialogRow({ name, state, testId, onOpen }: DialogRowProps) {
  return (
    <button
      type="button"
      data-testid={testId}
      onClick={onOpen}
      className="-mt-3 flex min-h-11 items-center gap-1.5 rounded-md text-left"
    >
      <span className="mr-auto">{name}</span>
      {state && <span className="text-fg-2">{state}</span>}
      <ChevronRight aria-hidden className="size-3.5 text-fg-3" />
    </button>
  );
}

/** Only if the browser offers it, and it is not installed yet. */
function InstallRow() {
  const { t } = useTranslation();
  const offer = useInstallOffer((state) => state.offer);
  if (!offer) return null;
  return (
    <div className="-mt-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="mr-auto grid">
        {t(($) => $.settings.install)}
        <span className="text-12 text-fg-3">{t(($) => $.settings.installHint)}</span>
      </span>
      <Button variant="outline" size="sm" className="max-md:h-11" onClick={() => void takeInstallOffer()}>
        <MonitorSmartphone aria-hidden /> {t(($) => $.settings.installNow)}
      </Button>
    </div>
  );
}

function Notices() {
  const { t } = useTranslation();
  const { muted, audible, setMuted, setAudible } = useNotices();
  return (
    <>
      <Section title={t(($) => $.settings.toasts)}>
        {TOASTED_KINDS.map((kind) => (
          <SwitchRow
            key={kind}
            name={t(($) => $.settings.kind[kind])}
            {...(canMute(kind) ? {} : { hint: t(($) => $.settings.always) })}
            isOn={!muted.includes(kind)}
            onChange={(isOn) => setMuted(kind, !isOn)}
            disabled={!canMute(kind)}
          />
        ))}
      </Section>
      <Section title={t(($) => $.settings.sounds)}>
        <p className="py-1.5 text-12 text-fg-3">{t(($) => $.settings.soundsHint)}</p>
        {AUDIBLE_KINDS.map((kind) => {
          const name = t(($) => $.settings.kind[kind]);
          return (
            <SwitchRow
              key={kind}
              name={name}
              isOn={audible.includes(kind)}
              onChange={(isOn) => setAudible(kind, isOn)}
              before={
                <IconButton
                  label={t(($) => $.settings.listen, { name })}
                  size="icon-sm"
                  className="max-md:size-11"
                  onClick={() => playTone(kind)}
                >
                  <Volume2 aria-hidden />
                </IconButton>
              }
            />
          );
        })}
      </Section>
    </>
  );
}
