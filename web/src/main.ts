import './app/tokens.css';
import './app/boards.css';
import './app/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { watchFaults } from './app/faults';
import { speak } from './app/language';
import { pickLanguage } from './app/messages.svelte';
import { readPath } from './app/routes';
import { settings } from './app/settings.svelte';
import { prefetch } from './app/views.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the document has no element for the page');

watchFaults();
// What the page needs and what it says are fetched at the same time.
prefetch(readPath(window.location.pathname));
await speak(pickLanguage(settings.language, navigator.languages));
mount(App, { target });
