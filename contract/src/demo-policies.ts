/** Who decides in a demo, which has no operators: names that say so, and that no operator can have (wire.ts). */
export const DEMO_POLICY = 'demo-policy';
/** What they give as their reason; a screen says it in its reader's language. */
export const DEMO_REASON = 'demo: decided by policy, nobody has looked at it';
/** Where two people must. */
export const SECOND_DEMO_POLICY = `${DEMO_POLICY}-2`;
