import './app/tokens.css';
import './app/boards.css';
import './app/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { startRules } from './app/catalog.svelte';
import { watchFaults } from './app/faults';
import { pickLanguage, useLanguage } from './app/messages.svelte';
import { readPath } from './app/routes';
import { settings } from './app/settings.svelte';
import { prefetch } from './app/views.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the document has no element for the page');

watchFaults();
// The rules, the page and the texts are fetched at the same time.
void startRules();
prefetch(readPath(window.location.pathname));
await useLanguage(pickLanguage(settings.language, navigator.languages));
mount(App, { target });
