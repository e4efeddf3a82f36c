//! The ids of the tabs of the analysis panel: moves, review, and openings.
export const TABS = ['moves', 'review', 'openings'] as const;
export type Tab = (typeof TABS)[number];

export const readTab = (value: unknown): Tab | undefined => TABS.find((one) => one === value);
