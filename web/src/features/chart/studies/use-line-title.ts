/** Names an indicator and its curves: a standard abbreviation as it is, or a word in the current language. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type StudyLine, type StudyName } from '#features/chart/settings/study-catalogue.ts';

export type LineTitle = (title: StudyLine['title']) => string;

export function useLineTitle(): LineTitle {
  const { t } = useTranslation();
  return useCallback((title) => (typeof title === 'string' ? title : t(($) => $.chart.studies.lines[title.word])), [t]);
}

/** The familiar abbreviation, followed by the name that explains it. */
export function useStudyTitle(): (name: StudyName) => string {
  const { t } = useTranslation();
  return useCallback(
    (name) => {
      const fullName = t(($) => $.chart.studies.names[name]);
      const code = codeOf(name);
      return fullName.toLowerCase() === code.toLowerCase() ? code : `${code} · ${fullName}`;
    },
    [t],
  );
}
