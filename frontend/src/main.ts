import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { loadChosen } from './i18n.svelte';
import { keepForOffline } from './offline';

await loadChosen();
mount(App, { target: document.getElementById('app')! });
keepForOffline();
