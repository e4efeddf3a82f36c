//! The settings dialog: open or closed, and the section to show first.

export type Section = 'account' | 'notices';

interface SettingsDialog {
  isOpen: boolean;
  section: Section | undefined;
  /** True while it shows something that will not be shown again. */
  isLocked: boolean;
}

export const settingsDialog: SettingsDialog = $state({ isOpen: false, section: undefined, isLocked: false });

/** Opens the settings, at a section if one is given. */
export function openSettings(section?: Section): void {
  settingsDialog.section = section;
  settingsDialog.isOpen = true;
}
