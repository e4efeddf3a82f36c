//! The tabs of the panel beside the board.
export const TABS = ['moves', 'review', 'openings'] as const;
export type Tab = (typeof TABS)[number];

export const readTab = (value: unknown): Tab | undefined => TABS.find((one) => one === value);
