/**
 * `/theme-preview` (docs/rules/screens.md#pages): every component in every state, in the theme, palette and density
 * selected here.
 */
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { AlertsSection } from '#pages/theme-preview/alerts-section.tsx';
import { ButtonsSection } from '#pages/theme-preview/buttons-section.tsx';
import { ChoicesSection } from '#pages/theme-preview/choices-section.tsx';
import { DialogSection, MenuSection } from '#pages/theme-preview/floating-section.tsx';
import { GaugesSection } from '#pages/theme-preview/gauges-section.tsx';
import { InputsSection } from '#pages/theme-preview/inputs-section.tsx';
import { LadderSection } from '#pages/theme-preview/ladder-section.tsx';
import { ListsSection, SwitchesSection } from '#pages/theme-preview/lists-section.tsx';
import { OrderLinesSection } from '#pages/theme-preview/order-lines-section.tsx';
import { RowsSection } from '#pages/theme-preview/rows-section.tsx';
import { SearchSection } from '#pages/theme-preview/search-section.tsx';
import { BookSection, PalettesSection } from '#pages/theme-preview/states-section.tsx';
import { TableSection } from '#pages/theme-preview/table-section.tsx';
import { ToastsSection } from '#pages/theme-preview/toasts-section.tsx';
import { DENSITIES, PALETTES, useAppearance } from '#session/appearance-store.ts';
import { THEMES, useTheme } from '#session/theme-store.ts';

export function ThemePreviewPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.pages.title.themePreview));
  return (
    <div className="mx-auto w-full max-w-[1440px] px-3 pt-4 pb-6 md:px-6 md:pt-5">
      <div className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-20">{t(($) => $.preview.title)}</h1>
        <span className="text-fg-3">{t(($) => $.preview.subtitle)}</span>
        <Controls />
      </div>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-12">
        <ButtonsSection className="lg:col-span-7" />
        <InputsSection className="lg:col-span-5" />
        <ChoicesSection className="lg:col-span-4" />
        <RowsSection className="lg:col-span-8" />
        <TableSection className="lg:col-span-12" />
        <OrderLinesSection className="lg:col-span-12" />
        <BookSection className="lg:col-span-4" />
        <LadderSection className="lg:col-span-4" />
        <DialogSection className="lg:col-span-4" />
        <ToastsSection className="lg:col-span-12" />
        <AlertsSection className="lg:col-span-7" />
        <SearchSection className="lg:col-span-5" />
        <ListsSection className="lg:col-span-5" />
        <SwitchesSection className="lg:col-span-4" />
        <MenuSection className="lg:col-span-3" />
        <GaugesSection className="lg:col-span-12" />
        <PalettesSection className="lg:col-span-12" />
      </div>
    </div>
  );
}

function Controls() {
  const { t } = useTranslation();
  const { theme, setTheme } = useTheme();
  const { palette, density, setPalette, setDensity } = useAppearance();
  return (
    <div className="flex max-w-full flex-wrap gap-2 lg:ml-auto">
      <Segment
        label={t(($) => $.shell.header.theme)}
        value={theme}
        onValueChange={setTheme}
        options={THEMES.map((value) => ({ value, label: t(($) => $.shell.theme[value]) }))}
      />
      <Segment
        label={t(($) => $.shell.palette.title)}
        value={palette}
        onValueChange={setPalette}
        options={PALETTES.map((value) => ({ value, label: t(($) => $.shell.paletteShort[value]) }))}
      />
      <Segment
        label={t(($) => $.shell.density.title)}
        value={density}
        onValueChange={setDensity}
        options={DENSITIES.map((value) => ({ value, label: t(($) => $.shell.density[value]) }))}
      />
    </div>
  );
}
