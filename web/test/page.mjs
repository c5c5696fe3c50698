// page.mjs — tests of the page in a browser: page.mjs SITE JUDGE PICTURES [NAME]. SITE is the built folder, JUDGE the
// program of judge.c, PICTURES where to put pictures of the page. Prints one line per test, and fails if one does.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Browser, KEYS, serve } from './browser.mjs';

const [site, judge, pictures, only] = process.argv.slice(2);
const FLAT = [
    'one-axis',
    'corners',
    'all-axes',
    'polygons',
    'circle',
    'push',
    'inside',
    'fast',
    'group',
    'touching',
    'far',
];
const SPOKEN_AFTER = 700; // milliseconds after which a screen reader has been told
const ROUNDS = 40; // positions that are judged in each room

const server = await serve(site);
const browser = await Browser.start();
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** All that a room shows: the drawing, the answer, and where the handles are. */
const shown = (id) =>
    browser.run((id) => {
        const room = document.getElementById(id);
        return room.querySelector('svg').outerHTML + room.querySelector('.answer').textContent;
    }, id);
const answer = (id) => browser.run((id) => document.querySelector(`#${id} .answer`).textContent, id);
const at = (id, i) =>
    browser.run(
        (id, i) => {
            const { x, y, angle } = rooms[id].bodies[i];
            return { x, y, angle };
        },
        id,
        i,
    );

async function open({ width = 1280, height = 900, dark = false } = {}) {
    await browser.size(width, height, dark);
    await browser.open(server.address);
    await browser.until(() => document.documentElement.dataset.ready);
}

/** Brings the picture of a room into view, where it can be reached by a pointer. */
const goTo = (id) =>
    browser.run((id) => document.querySelector(`#${id} figure`).scrollIntoView({ block: 'center' }), id);

const tests = {
    async 'every room opens and says something'() {
        await open();
        assert.equal(await browser.run(() => document.querySelector('#failed').hidden), true);
        for (const id of [...FLAT, 'space', 'crowd']) assert.match(await answer(id), /\w+ .*\w/, id);
    },

    async 'dragging a middle dot moves the shape, and what is shown'() {
        for (const id of [...FLAT, 'space']) {
            await goTo(id);
            const before = await shown(id);
            await browser.drag(`#${id} .handle.b`, 60, 40);
            assert.notEqual(await shown(id), before, id);
        }
        await goTo('push');
        const from = await at('push', 1),
            width = await browser.run(() => document.querySelector('#push svg').clientWidth);
        await browser.drag('#push .handle.b', -50, 30);
        const to = await at('push', 1);
        assert.ok(Math.abs(to.x - from.x + (50 * 12) / width) < 0.02, `${from.x} ${to.x}`);
        assert.ok(Math.abs(to.y - from.y + (30 * 12) / width) < 0.02, `${from.y} ${to.y}`);
    },

    async 'a mouse may take a shape anywhere, a finger by its dot'() {
        await goTo('inside');
        for (const [pointer, moves] of [
            ['touch', false],
            ['mouse', true],
        ]) {
            const from = await at('inside', 0);
            await browser.drag('#inside .shape.a', 30, 3, { pointerType: pointer, part: [0.3, 0.4] });
            assert.equal((await at('inside', 0)).x !== from.x, moves, pointer);
        }
    },

    async 'a finger moves a shape, and elsewhere scrolls the page'() {
        await goTo('corners');
        const from = await at('corners', 0);
        await browser.drag('#corners .handle.a', 40, -20, { pointerType: 'touch' });
        assert.ok((await at('corners', 0)).x > from.x + 0.1);
        const styles = await browser.run(() =>
            ['.stage', '.handle', 'canvas'].map((name) =>
                [...document.querySelectorAll(name)].map((each) => getComputedStyle(each).touchAction),
            ),
        );
        assert.deepEqual(
            styles.map((values) => [...new Set(values)]),
            [['pan-y'], ['none'], ['pan-y']],
        );
    },

    async 'keys move and turn the shape that has the focus'() {
        for (const id of [...FLAT, 'space']) {
            await browser.run((id) => document.querySelector(`#${id} .handle.b`).focus(), id);
            for (const key of [KEYS.left, KEYS.up, KEYS.right, KEYS.down]) {
                const before = await shown(id);
                await browser.press(key);
                assert.notEqual(await shown(id), before, `${id} ${key.codePointAt(0)}`);
            }
        }
        for (const id of ['one-axis', 'all-axes', 'far', 'space'])
            for (const key of ['r', 't', 'R', 'T']) {
                await browser.run((id) => document.querySelector(`#${id} .handle.a`).focus(), id);
                const before = await shown(id);
                await browser.press(key);
                assert.notEqual(await shown(id), before, `${id} ${key}`);
            }
        await browser.run(() => document.querySelector('#one-axis .handle.a').focus());
        const { angle } = await at('one-axis', 0);
        await browser.press('rrrt');
        assert.ok(Math.abs((await at('one-axis', 0)).angle - angle - Math.PI / 18) < 1e-9);
    },

    async 'R and T turn what was chosen last, also without the focus'() {
        await goTo('push');
        await browser.drag('#push .handle.a', 5, 5);
        await browser.run(() => document.activeElement.blur());
        const { angle } = await at('push', 0);
        await browser.press('r');
        assert.ok((await at('push', 0)).angle > angle);
    },

    async 'the focus goes from handle to handle and on, and arrow keys elsewhere are left to the page'() {
        await browser.run(() => {
            document.querySelector('#polygons .handle.a').focus();
        });
        await browser.press(KEYS.tab);
        assert.equal(
            await browser.run(() => document.activeElement.getAttribute('aria-label')),
            'Triangle B: arrow keys move it, R and T turn it',
        );
        await browser.press(KEYS.tab);
        assert.equal(await browser.run(() => document.activeElement.tagName), 'BUTTON');
        const { x } = await at('polygons', 0);
        await browser.run(() => {
            document.activeElement.blur();
            addEventListener('keydown', (event) => (window.prevented = event.defaultPrevented), { once: true });
        });
        await browser.press(KEYS.down);
        assert.equal(await browser.run(() => window.prevented), false);
        assert.equal((await at('polygons', 0)).x, x);
    },

    async 'a screen reader is told the answer, and what can be moved'() {
        await open();
        await pause(SPOKEN_AFTER);
        const told = () => browser.run(() => [...document.querySelectorAll('.spoken')].map((each) => each.textContent));
        assert.deepEqual([...new Set(await told())], [''], 'before anything is touched');
        await browser.run(() => document.querySelector('#circle .handle.b').focus());
        for (const [x, words] of [
            [-1, /^Overlap\. None/],
            [5, /^Apart\. Axis/],
        ]) {
            await browser.run((x) => {
                rooms.circle.bodies[1].x = x;
            }, x);
            await browser.press(KEYS.down);
            await pause(SPOKEN_AFTER);
            assert.deepEqual((await told()).filter(Boolean).length, 1);
            assert.match((await told()).join(''), words);
        }
        const bare = await browser.run(
            () =>
                [...document.querySelectorAll('.handle, button, input, .stage, canvas')].filter(
                    (each) =>
                        !(each.getAttribute('aria-label') || each.textContent || each.closest('label')?.textContent),
                ).length,
        );
        assert.equal(bare, 0);
        assert.ok(
            await browser.run(() =>
                [...document.querySelectorAll('.handle')].every((each) => each.getAttribute('aria-valuetext')),
            ),
        );
    },

    async 'answers are those of the library on this machine'() {
        for (const id of FLAT)
            compare(
                id,
                await browser.run(
                    (id, rounds) => {
                        const room = rooms[id],
                            list = [];
                        for (let k = 0; k < rounds; k++) {
                            const b = room.bodies[1];
                            const to = { x: 3 * Math.sin(1 + 2.3 * k), y: 2.2 * Math.sin(2 + 1.7 * k) };
                            Object.assign(b, room.snap ? room.snap(to) : to);
                            if (b.turns) b.angle = k;
                            if (room.margin !== undefined) room.margin = (k % 3) / 4;
                            room.update();
                            const count = room.scene.model.length;
                            list.push({
                                margin: room.margin ?? 0,
                                verdict: room.answer.dataset.verdict,
                                push: room.scene.push(0, count - 1),
                                contains: room.scene.contains(0, count - 1),
                                move: room.move?.() ?? { x: 0, y: 0 },
                                sweep: room.scene.sweep(0, count - 1, room.move?.() ?? { x: 0, y: 0 }),
                                shapes: Array.from({ length: count }, (_, i) => room.scene.shape(i)),
                            });
                        }
                        room.reset();
                        return list;
                    },
                    id,
                    ROUNDS,
                ),
            );
    },

    async 'both rules for touching are shown'() {
        const cells = () =>
            browser.run(() => [...document.querySelectorAll('#touching td')].map((cell) => cell.textContent));
        await browser.run(() => rooms.touching.reset());
        assert.equal(await browser.run(() => rooms.touching.answer.dataset.verdict), 'touch');
        assert.deepEqual(await cells(), ['overlap', 'apart']);
        await browser.run(() => document.querySelector('#touching .handle.b').focus());
        await browser.press(KEYS.right);
        assert.deepEqual(await cells(), ['apart', 'apart']);
        await browser.run(() => document.querySelector('#touching input').focus());
        await browser.press(KEYS.right);
        assert.deepEqual(await cells(), ['overlap', 'apart']);
        await browser.press(KEYS.right);
        assert.deepEqual(await cells(), ['overlap', 'overlap']);
        await browser.click('#touching button');
        assert.deepEqual(await cells(), ['overlap', 'apart']);
    },

    async 'the push leaves the shapes in contact, to within its bound'() {
        await browser.run(() => rooms.push.reset());
        const before = await browser.run(() => rooms.push.scene.push(0, 1).depth);
        await goTo('push');
        await browser.click('#push button');
        await pause(1500);
        const after = await browser.run(() => rooms.push.scene.push(0, 1).depth);
        assert.ok(before > 0.5 && Math.abs(after) < 1e-5, `${before} ${after}`);
    },

    async 'far from the origin the textbook fails, and at the origin it does not'() {
        const wrong = () => browser.run(() => rooms.far.wrong().length);
        await browser.run(() => rooms.far.reset());
        assert.ok((await wrong()) > 20);
        const place = await browser.run(() => {
            const [cell] = rooms.far.wrong();
            Object.assign(rooms.far.bodies[1], cell);
            rooms.far.update();
            return [...document.querySelectorAll('#far td')].map((cell) => [cell.textContent, cell.dataset.wrong]);
        });
        assert.notEqual(place[0][0], place[1][0]);
        assert.equal(place[0][1], 'true');
        await browser.run(() => {
            const input = document.querySelector('#far input');
            input.value = 0;
            input.dispatchEvent(new Event('input'));
        });
        assert.equal(await wrong(), 0);
    },

    async 'in space the fifteen axes agree with the library'() {
        const odd = await browser.run((rounds) => {
            const room = rooms.space,
                odd = [];
            for (let k = 0; k < rounds; k++) {
                room.boxes[1].at = [
                    2.4 * Math.sin(1 + 2.3 * k),
                    2 * Math.sin(2 + 1.7 * k),
                    1.6 * Math.sin(3 + 1.1 * k),
                ];
                room.boxes[1].turn = [Math.cos(k), Math.sin(k), 0.5 * Math.sin(2 * k), 0.2];
                room.update();
                const gaps = room
                    .axes([room.space.box(0), room.space.box(1)])
                    .filter(({ n }) => n)
                    .map(({ gap }) => gap);
                if (
                    Math.max(...gaps) > 0 !== (room.answer.dataset.verdict === 'apart') ||
                    room.list.children.length !== 15
                )
                    odd.push(k);
            }
            room.reset();
            return odd;
        }, ROUNDS);
        assert.deepEqual(odd, []);
    },

    async 'dragging the space walks around it'() {
        await goTo('space');
        const before = await browser.run(() => rooms.space.view.yaw);
        await browser.drag('#space svg', 80, 0, { part: [0.1, 0.1] });
        assert.notEqual(await browser.run(() => rooms.space.view.yaw), before);
    },

    async 'all engines of the crowd agree, and the chosen one is timed'() {
        await goTo('crowd');
        await browser.until(() => rooms.crowd.times[rooms.crowd.chosen].length > 4);
        const counts = await browser.run(() => rooms.crowd.engines.map((name) => rooms.crowd.measure(name)));
        assert.deepEqual(counts, [counts[0], counts[0], counts[0]]);
        assert.ok(counts[0] > 1000);
        await browser.click('#crowd button');
        const frame = await browser.run(() => rooms.crowd.frame);
        await pause(500);
        assert.equal(await browser.run(() => rooms.crowd.frame), frame);
        await browser.run(() => {
            for (let i = 0; i < 10; i++) rooms.crowd.engines.forEach((name) => rooms.crowd.measure(name));
            rooms.crowd.show();
        });
        for (const text of await browser.run(() =>
            [...document.querySelectorAll('#crowd .engines output')].map((each) => each.textContent),
        ))
            assert.match(text, /^\d+(\.\d)? ns$/);
    },

    // What the page's own thread does for a frame: bodies moved, placed, paired, asked about and handed to the drawing. How long the
    // drawing itself takes is the graphics processor's part, which a browser without a window does in software.
    async 'the work of a frame of the crowd leaves time for sixty in a second'() {
        await goTo('crowd');
        const frame = await browser.run(() => {
            rooms.crowd.paused = true;
            const times = [];
            for (let i = 0; i < 120; i++) {
                const began = performance.now();
                rooms.crowd.step(began);
                times.push(performance.now() - began);
            }
            return times.sort((a, b) => a - b)[times.length / 2];
        });
        console.log(`        ${frame.toFixed(1)} ms`);
        assert.ok(frame < 1000 / 60, `${frame} ms`);
    },

    async 'light and dark, wide and narrow: nothing sticks out'() {
        const papers = [];
        for (const [width, dark] of [
            [1280, false],
            [1280, true],
            [380, false],
            [380, true],
            [320, false],
        ]) {
            await open({ width, height: width < 500 ? 800 : 900, dark });
            const [wide, paper] = await browser.run(() => [
                document.documentElement.scrollWidth,
                getComputedStyle(document.body).backgroundColor,
            ]);
            assert.ok(wide <= width, `${wide} pixels at ${width}`);
            papers.push(paper);
            const small = await browser.run(
                () =>
                    [...document.querySelectorAll('button, .handle .reach')]
                        .map((each) => each.getBoundingClientRect())
                        .filter(({ width, height }) => width < 43.9 || height < 43.9).length,
            );
            assert.equal(small, 0, `too small for a finger at ${width}`);
            if ((width === 1280) !== dark) await takePictures(`${dark ? 'dark' : 'light'}-${width}`);
        }
        await takePictureForReadme();
        assert.equal(papers[0], papers[2]);
        assert.notEqual(papers[0], papers[1]);
    },

    async 'a library that cannot be loaded is reported'() {
        await browser.command('Network.enable');
        await browser.command('Network.setBlockedURLs', { urls: ['*.wasm'] });
        await browser.open(server.address);
        const told = await browser.until(() => {
            const note = document.querySelector('#failed');
            return !note.hidden && note.textContent;
        });
        assert.match(told, /could not be loaded\. \w+/);
        await browser.command('Network.setBlockedURLs', { urls: [] });
        await browser.log(); // the console has said so too
    },

    async 'the console has nothing to say'() {
        await open();
        await pause(500);
        assert.deepEqual(
            (await browser.log()).filter(({ level }) => level !== 'INFO' && level !== 'DEBUG'),
            [],
        );
    },
};

/** Compares what a room showed with the judge's answers. A group meets if one of its parts does: the parts come first. */
function compare(id, list) {
    const words = ({ x, y, radius }) => [radius, x.length, ...x.flatMap((value, i) => [value, y[i]])].join(' ');
    const lines = list.flatMap(({ margin, move, shapes }) =>
        shapes.slice(0, -1).map((part) => `${margin} ${move.x} ${move.y} ${words(part)} ${words(shapes.at(-1))}`),
    );
    const { status, stdout, stderr } = spawnSync(judge, { input: lines.join('\n') + '\n', encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const answers = stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' '));
    const seen = new Set();
    for (const { verdict, contains, push, sweep, shapes } of list) {
        const parts = answers.splice(0, shapes.length - 1),
            [first] = parts,
            numbers = first.slice(1).map((value) => Math.fround(Number(value)));
        const meets = parts.length === 1 ? first[0] : parts.some(([met]) => met !== 'apart') ? 'overlap' : 'apart';
        const judged = id === 'fast' ? (first[5] === '1' ? 'meet' : 'miss') : meets;
        seen.add(judged);
        assert.equal(verdict, id === 'inside' && contains ? 'A contains B' : judged, id);
        const { meets: met, time, x, y } = sweep;
        assert.deepEqual([contains, push.x, push.y, push.depth, met, time, x, y].map(Number), numbers, id);
    }
    assert.equal(answers.length, 0);
    assert.ok(seen.size >= 2, `${id}: only ${[...seen]} was asked about`);
}

/** Pictures of the rooms, for people to look at. */
async function takePictures(name) {
    await browser.run(() => {
        rooms.crowd.paused = true;
        for (let i = 0; i < 10; i++) rooms.crowd.engines.forEach((engine) => rooms.crowd.measure(engine));
        rooms.crowd.show();
    });
    for (const selector of ['header', ...[...FLAT, 'space', 'crowd'].map((id) => `#${id}`)])
        await browser.picture(join(pictures, `${name}-${selector.replace('#', '')}.png`), selector);
}

/** The picture of the README: six rooms side by side. */
async function takePictureForReadme() {
    await open();
    await browser.run(() => {
        const sheet = document.createElement('div');
        sheet.id = 'sheet';
        sheet.style = `display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px; padding: 12px; width: 1200px;
            position: absolute; top: 0; left: 0; background: var(--paper)`;
        for (const id of ['polygons', 'circle', 'push', 'fast', 'far', 'space']) {
            const picture = document.querySelector(`#${id} svg`).cloneNode(true);
            const zoomed = !['polygons', 'circle'].includes(id);
            if (zoomed) picture.setAttribute('viewBox', '-4.8 -3.6 9.6 7.2');
            picture.style.setProperty('--px', (zoomed ? 9.6 : 12) / 384);
            picture.style.cssText += 'background: var(--card); border: 1px solid var(--edge); border-radius: 12px';
            sheet.append(picture);
        }
        document.body.replaceChildren(sheet);
    });
    await browser.picture(join(pictures, 'readme.png'), '#sheet');
}

let failures = 0;
try {
    for (const [name, test] of Object.entries(tests).filter(([name]) => !only || name.includes(only))) {
        try {
            if (only) await open();
            await test();
            console.log(`ok      ${name}`);
        } catch (error) {
            failures++;
            console.log(`FAILED  ${name}\n${error.stack}`);
        }
    }
} finally {
    await browser.stop();
    server.close();
}
process.exitCode = failures > 0 ? 1 : 0;
