//! The settings dialog: open or closed, and the section to show first.

export type Section = 'account' | 'notices';

export const settingsDialog: { isOpen: boolean; section: Section | undefined } = $state({
  isOpen: false,
  section: undefined,
});

/** Opens the settings, at a section if one is given. */
export function openSettings(section?: Section): void {
  settingsDialog.section = section;
  settingsDialog.isOpen = true;
}
