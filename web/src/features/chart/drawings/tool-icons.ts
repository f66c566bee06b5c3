/** The icon of each tool. */
import {
  BanknoteArrowDown,
  BanknoteArrowUp,
  ChartNoAxesGantt,
  type LucideIcon,
  Minus,
  MoveDiagonal,
  MoveUpRight,
  RectangleHorizontal,
  Ruler,
  SeparatorVertical,
  Spline,
  TrendingUp,
  Type,
} from 'lucide-react';
import type { Tool } from '#features/chart/drawings/drawing.ts';

export const TOOL_ICONS: Readonly<Record<Tool, LucideIcon>> = {
  trend: TrendingUp,
  ray: MoveUpRight,
  horizontal: Minus,
  vertical: SeparatorVertical,
  average: Spline,
  channel: MoveDiagonal,
  rectangle: RectangleHorizontal,
  fibonacci: ChartNoAxesGantt,
  measure: Ruler,
  long: BanknoteArrowUp,
  short: BanknoteArrowDown,
  note: Type,
};
