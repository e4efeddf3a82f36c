//! The tabs of the panel next to the board.
export const TABS = ['moves', 'review', 'openings'] as const;
export type Tab = (typeof TABS)[number];

export const readTab = (value: unknown): Tab | undefined => TABS.find((one) => one === value);
