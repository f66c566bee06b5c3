/** An open search menu: rows on, off and in progress, and without a result. */
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { SearchChoice, SearchMenu } from '#design/ui/dialogs/search-menu.tsx';
import { Section, Specimen } from '#pages/theme-preview/specimen.tsx';

const CODES = ['ZCEH27', 'ZCEK27', 'KCEH27'] as const;
const NOT_FOUND = 'XYZ';

export function SearchSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const [on, setOn] = useState<string>(CODES[0]);
  const label = t(($) => $.desk.strip.search);
  const frame = 'w-full overflow-hidden rounded-lg border border-border-strong bg-popover shadow-float';
  return (
    <Section className={className} title={t(($) => $.preview.section.search)}>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <Specimen state={t(($) => $.preview.state.plain)}>
          <div className={frame}>
            <SearchMenu compact query="" onQuery={() => {}} label={label} nothing={null}>
              <ul>
                {CODES.map((code) => (
                  <SearchChoice
                    key={code}
                    isOn={code === on}
                    isDisabled={code === CODES[2]}
                    onToggle={() => setOn(code)}
                    after={
                      code === on && (
                        <IconButton
                          size="icon-sm"
                          label={t(($) => $.chart.studies.settingsOf, { name: code })}
                          onClick={() => {}}
                        >
                          <Settings2 aria-hidden />
                        </IconButton>
                      )
                    }
                  >
                    {code}
                  </SearchChoice>
                ))}
              </ul>
            </SearchMenu>
          </div>
        </Specimen>
        <Specimen state={t(($) => $.preview.state.empty)}>
          <div className={frame}>
            <SearchMenu
              compact
              query={NOT_FOUND}
              onQuery={() => {}}
              label={label}
              nothing={t(($) => $.desk.strip.none, { query: NOT_FOUND })}
            >
              {null}
            </SearchMenu>
          </div>
        </Specimen>
      </div>
    </Section>
  );
}
