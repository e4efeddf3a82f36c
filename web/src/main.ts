//! The entry point of the app: chooses the language and mounts `App.svelte`.
import './base/tokens.css';
import './base/boards.css';
import './base/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { reportUncaughtErrors } from './base/errors';
import { speak } from './base/language';
import { pickLanguage } from './base/languages';
import { settings } from './base/settings.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the document has no element for the page');

reportUncaughtErrors();
await speak(pickLanguage(settings.language, navigator.languages));
mount(App, { target });
