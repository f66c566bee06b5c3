/** One statement after the other, each checked on this machine. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { languageOf } from '#i18n/languages.ts';
import { checkStatementFile, type StatementFinding } from '#pages/verify/check-statement-file.ts';
import { DropZone } from '#pages/verify/drop-zone.tsx';
import { StatementCard } from '#pages/verify/statement-card.tsx';

interface Checked {
  readonly file: File;
  /** Undefined where the file is no statement. */
  readonly finding: StatementFinding | undefined;
}

const APP_NAME: string = import.meta.env.VITE_APP_NAME ?? 'Mùa';

/** There is nobody to ask. */
const noKeys = async (): Promise<undefined> => undefined;

export function SavedCopy() {
  const { t, i18n } = useTranslation();
  const [checked, setChecked] = useState<Checked | null>(null);
  const title = t(($) => $.proof.saved.title);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const check = async (file: File) => {
    const finding = await checkStatementFile(new Uint8Array(await file.arrayBuffer()), noKeys);
    setChecked({ file, finding });
  };
  return (
    <main className="mx-auto grid w-full max-w-[1072px] items-start gap-4 p-4 md:p-6 lg:grid-cols-[minmax(0,400px)_minmax(0,1fr)] lg:gap-6">
      <div className="grid gap-4">
        <header className="grid gap-1.5">
          <div className="flex items-start justify-between gap-3">
            <h1 className="text-20">{title}</h1>
            <Button
              variant="outline"
              className="max-md:h-11"
              onClick={() => void i18n.changeLanguage(languageOf(i18n.resolvedLanguage) === 'vi' ? 'en' : 'vi')}
            >
              {t(($) => $.proof.saved.language)}
            </Button>
          </div>
          <p className="text-14 text-fg-2">{t(($) => $.proof.saved.about, { name: APP_NAME })}</p>
        </header>
        <DropZone isAgain={checked !== null} onFile={(file) => void check(file)} />
      </div>
      <div aria-live="polite" className="min-w-0">
        {checked?.finding && (
          <StatementCard appName={APP_NAME} key={checked.file.name} file={checked.file} finding={checked.finding} />
        )}
        {checked && !checked.finding && (
          <Card role="alert" className="text-warning">
            {t(($) => $.proof.saved.notOne, { file: checked.file.name })}
          </Card>
        )}
      </div>
    </main>
  );
}
