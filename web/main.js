// main.js — loads the library and opens the rooms.

import { load, version } from './scenes.js';
import { Pile } from './rooms/pile.js';
import { OneAxis } from './rooms/one-axis.js';
import { polygons, roundOne } from './rooms/all-axes.js';
import { inside, push } from './rooms/push.js';
import { Common } from './rooms/common.js';
import { Contacts } from './rooms/contacts.js';
import { FastMover } from './rooms/fast-mover.js';
import { Group } from './rooms/group.js';
import { Touching } from './rooms/touching.js';
import { Far } from './rooms/far.js';
import { Nearest, Rays } from './rooms/field.js';
import { Kept } from './rooms/kept.js';
import { InSpace } from './rooms/in-space.js';
import { CrowdRoom } from './rooms/crowd.js';

const of = (Kind) => (section) => new Kind(section);
const ROOMS = {
    pile: of(Pile),
    'one-axis': of(OneAxis),
    polygons,
    circle: roundOne,
    push,
    inside,
    common: of(Common),
    contacts: of(Contacts),
    fast: of(FastMover),
    group: of(Group),
    touching: of(Touching),
    far: of(Far),
    rays: of(Rays),
    nearest: of(Nearest),
    kept: of(Kept),
    space: of(InSpace),
    crowd: of(CrowdRoom),
};

/** R and T turn the shape that was chosen last in the room under the pointer, also while the focus is elsewhere. */
function turnByKeys(rooms) {
    let here = null;
    for (const room of Object.values(rooms).filter(({ stage }) => stage))
        for (const event of ['pointerenter', 'pointerdown', 'focusin'])
            room.section.addEventListener(event, () => {
                here = room;
            });
    document.addEventListener('keydown', (event) => {
        const chosen = here?.stage.chosen;
        // Arrow keys scroll the page unless a handle has the focus.
        if (
            chosen &&
            !event.defaultPrevented &&
            !event.key.startsWith('Arrow') &&
            !event.target.matches('input, .handle')
        )
            here.stage.key(chosen, event);
    });
}

try {
    await load();
    const rooms = {};
    for (const [id, open] of Object.entries(ROOMS)) rooms[id] = open(document.getElementById(id));
    turnByKeys(rooms);
    document.querySelector('#version').textContent = version();
    window.rooms = rooms; // for the tests, and for the curious at the console
    document.documentElement.dataset.ready = 'yes';
} catch (error) {
    const note = document.querySelector('#failed');
    note.hidden = false;
    note.querySelector('span').textContent = error.message;
    throw error;
}
