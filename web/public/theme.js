// Runs before the first paint, so that the page does not flash in the wrong theme. base/theme.svelte.ts applies changes.
try {
  const { theme } = JSON.parse(localStorage.getItem('faraday.settings') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // If the settings cannot be read, the system's theme applies.
}
