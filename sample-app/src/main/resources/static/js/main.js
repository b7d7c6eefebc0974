import { race } from './race.js';

race(document.getElementById('race'));
