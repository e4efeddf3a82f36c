import './app/tokens.css';
import './app/boards.css';
import './app/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { watchFaults } from './app/faults';
import { speak } from './app/language';
import { pickLanguage } from './app/languages';
import { settings } from './app/settings.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the document has no element for the page');

watchFaults();
await speak(pickLanguage(settings.language, navigator.languages));
mount(App, { target });
