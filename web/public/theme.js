// Runs before the first paint, so that a chosen theme does not flash. The shell keeps it in step; see base/theme.svelte.ts.
try {
  const { theme } = JSON.parse(localStorage.getItem('faraday.settings') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without a readable choice, the system's theme it is.
}
