/** Who decides in a demo, which has no operators: names that say so, and that no operator can have (wire.ts). */
export const DEMO_POLICY = 'demo-policy';
/** Where two people must. */
export const SECOND_DEMO_POLICY = `${DEMO_POLICY}-2`;
