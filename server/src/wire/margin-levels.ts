/** The broker's margin levels in wire form. */
import type { MarginLevels } from '@mua/contract/entities/margin';
import type { MarginLevelRules } from '@mua/core/engine';

export function marginLevelsToWire(rules: MarginLevelRules): MarginLevels {
  return {
    call: rules.callPercent,
    cancel: rules.cancelPercent,
    countdown: rules.countdownPercent,
    lift: rules.liftPercent,
    liquidation: rules.liquidationPercent,
    target: rules.targetPercent,
  };
}
