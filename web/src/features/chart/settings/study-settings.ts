/**
 * Reads each indicator's settings stored on this device. They are validated, because the catalogue changes over time.
 */
import {
  CATALOGUE,
  SLOTS,
  STUDIES,
  type StudyName,
  type StudyParam,
} from '#features/chart/settings/study-catalogue.ts';

export interface LineSetting {
  readonly slot: number;
  readonly isShown: boolean;
}

export interface StudySetting {
  readonly params: readonly number[];
  readonly lines: readonly LineSetting[];
}

/** Only settings that differ from the defaults. */
export type StudySettings = Partial<Readonly<Record<StudyName, StudySetting>>>;

export function initialSetting(name: StudyName): StudySetting {
  const { params, lines } = CATALOGUE[name];
  return {
    params: params.map(({ initial }) => initial),
    lines: lines.map(({ slot, isHidden = false }) => ({ slot, isShown: !isHidden })),
  };
}

export function settingOf(settings: StudySettings, name: StudyName): StudySetting {
  return settings[name] ?? initialSetting(name);
}

/** Adds this setting; one equal to the defaults is not stored. */
export function withSetting(studies: StudySettings, name: StudyName, setting: StudySetting): StudySettings {
  const { [name]: _before, ...others } = studies;
  const isInitial = JSON.stringify(setting) === JSON.stringify(initialSetting(name));
  return isInitial ? others : { ...others, [name]: setting };
}

/** Clamps to the parameter's limits and rounds to its decimals. */
export function fitted(value: number, { min, max, decimals = 0 }: StudyParam): number {
  const unit = 10 ** decimals;
  return Math.min(max, Math.max(min, Math.round(value * unit) / unit));
}

export function studySettingsFrom(kept: unknown): StudySettings {
  if (typeof kept !== 'object' || kept === null) return {};
  const known = Object.entries(kept).flatMap(([key, value]) => {
    const name = STUDIES.find((study) => study === key);
    return name ? [[name, settingFrom(name, value)] as const] : [];
  });
  return Object.fromEntries(known);
}

function settingFrom(name: StudyName, kept: unknown): StudySetting {
  const { params, lines } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  const initial = initialSetting(name);
  const keptParams: readonly unknown[] = Array.isArray(params) ? params : [];
  const keptLines: readonly unknown[] = Array.isArray(lines) ? lines : [];
  return {
    params: CATALOGUE[name].params.map((param, place) => {
      const value = keptParams[place];
      return typeof value === 'number' && Number.isFinite(value) ? fitted(value, param) : param.initial;
    }),
    lines: initial.lines.map((line, place) => lineFrom(keptLines[place], line)),
  };
}

function lineFrom(kept: unknown, initial: LineSetting): LineSetting {
  const { slot, isShown } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  return {
    slot: SLOTS.find((known) => known === slot) ?? initial.slot,
    isShown: typeof isShown === 'boolean' ? isShown : initial.isShown,
  };
}
