//! The title of the browser tab: the title of the page, preceded by any demand on the visitor.

let page = '';
/**
 * The sources of alerts, most urgent first: an answered challenge, a seek that became a game, a pending decision in the
 * current game, time given by the opponent, a running game, a rematch, and games that wait for a move.
 */
const ALERT_SOURCES = ['challenge', 'seek', 'demand', 'gift', 'game', 'rematch', 'turn'] as const;

type AlertSource = (typeof ALERT_SOURCES)[number];

const alerts = new Map<AlertSource, string>();

function write(): void {
  const [alert] = ALERT_SOURCES.flatMap((source) => alerts.get(source) ?? []);
  document.title = alert === undefined ? page : `${alert} – ${page}`;
}

/** Returns the title of the page. */
export const pageTitle = (): string => page;

/** Sets the title of the page. */
export function setPageTitle(title: string): void {
  page = title;
  write();
}

/** Sets or clears an alert: a text before the title that asks for the visitor's attention. */
export function setTitleAlert(text: string | undefined, source: AlertSource): void {
  if (text === undefined) alerts.delete(source);
  else alerts.set(source, text);
  write();
}
