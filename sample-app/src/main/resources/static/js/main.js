import { classics } from './classics.js';
import { meters } from './meters.js';
import { race } from './race.js';
import { sweep } from './sweep.js';
import { values } from './values.js';

for (const section of [race, values, sweep, classics, meters]) {
	section(document.getElementById(section.name));
}
