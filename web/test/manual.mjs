// manual.mjs — tests of the manual: testsOf(browser, address) for page.mjs, which runs them.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { KEYS } from './browser.mjs';
import { LEAST_CONTRAST, faintTexts } from './contrast.mjs';

const HEADERS = new URL('../../include/sepal/', import.meta.url);
const WIDTHS = [320, 360, 768, 1280, 1920];

/** The public functions: { name: { parameters, comment } }, by a way of reading the headers that is not that of headers.py. */
function declared() {
    const found = {};
    for (const file of readdirSync(HEADERS).filter((name) => name.endsWith('.h'))) {
        const text = readFileSync(new URL(file, HEADERS), 'utf8');
        for (const [, comment, name, parameters] of text.matchAll(/\/\*((?:(?!\*\/)[^])*)\*\/\nSEPAL_API[^;]*?\b(sepal_\w+)\(([^;]*)\);/g))
            found[name] = { parameters, comment: comment.replace(/\n \*/g, ' ') };
    }
    return found;
}

export function testsOf(browser, address) {
    const open = (path = 'index.html') => browser.open(`${address}manual/${path}`);
    return {
        async 'the manual has every public function, its comment below its name, and its arguments as a list'() {
            await browser.size(1280, 900);
            await open();
            const functions = declared();
            const shown = await browser.run(() =>
                Object.fromEntries(
                    [...document.querySelectorAll('article.function')].map((article) => [
                        article.querySelector('[id]').id,
                        {
                            first: article.firstElementChild.textContent,
                            words: article.textContent.replace(/\s+/g, ' '),
                            terms: [...article.querySelectorAll('dl > dt')].map((term) => [...term.querySelectorAll('code')].map((code) => code.textContent)),
                            declaration: article.querySelector('.declaration').textContent,
                            title: article.closest('section').querySelector('h2').textContent,
                        },
                    ]),
                ),
            );
            assert.ok(Object.keys(functions).length > 90);
            assert.deepEqual(Object.keys(shown).sort(), Object.keys(functions).sort());
            const plain = (text) => text.replace(/[\s`^*−-]/g, '').toLowerCase();
            for (const [name, { parameters, comment }] of Object.entries(functions)) {
                const { first, words, terms, declaration, title } = shown[name];
                assert.equal(first, name);
                assert.ok(title.length > 3, name);
                const names = (text) => [...text.matchAll(/(\w+)(?:\[\d\])?\s*(?=,|$|\))/g)].map(([, each]) => each);
                assert.deepEqual(names(declaration.match(/\((.*)\);$/)[1]), names(parameters.replace(/\s+/g, ' ')), name);
                for (const each of terms.flat()) assert.ok(names(parameters.replace(/\s+/g, ' ')).includes(each), `${name}: ${each}`);
                // Every sentence of the comment is somewhere in what is shown, and none is in it that is of another function.
                for (const sentence of comment.split(/[.:;?]\)?\s/).map(plain)) assert.ok(plain(words).includes(sentence), `${name}: ${sentence}`);
            }
            assert.deepEqual(shown.sepal_polys_overlap_pairs.terms, [['a', 'b'], ['pairs'], ['rule'], ['bits']]);
        },

        async 'the contents of the manual and its links lead somewhere, and names are there once'() {
            for (const page of ['index.html', 'cpp.html', 'npm.html']) {
                await open(page);
                const [lost, twice, links] = await browser.run(() => {
                    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
                    const links = [...document.querySelectorAll('a')].map((each) => each.getAttribute('href'));
                    return [
                        links.filter((link) => link.startsWith('#') && !ids.includes(link.slice(1))),
                        ids.filter((id, i) => ids.indexOf(id) !== i),
                        [...new Set(links.filter((link) => !/^(#|https:)/.test(link)))],
                    ];
                });
                assert.deepEqual([lost, twice], [[], []], page);
                for (const link of links) assert.equal((await fetch(new URL(link, `${address}manual/`))).status, 200, link);
            }
            await open();
            const listed = await browser.run(() => [...document.querySelectorAll('.contents ol ul a')].map((each) => each.getAttribute('href').slice(1)));
            assert.deepEqual(listed.sort(), Object.keys(declared()).sort());
        },

        async 'the search of the manual finds names first, and says so where there is nothing'() {
            await open();
            const ask = async (words) => {
                await browser.run(() => {
                    const input = document.querySelector('#search');
                    input.value = '';
                    input.blur();
                });
                await browser.press('/');
                await browser.press(words);
                return browser.run(() => [
                    [...document.querySelectorAll('.search a')].map((each) => each.textContent),
                    document.querySelector('.search p').textContent,
                ]);
            };
            assert.equal((await ask('mtv_pairs'))[0][0], 'sepal_polys_mtv_pairs');
            assert.deepEqual((await ask('ghost collision'))[0], ['Chains: borders that are solid from one side', 'sepal_mesh_contacts_pairs']);
            const [found, words] = await ask('zebra');
            assert.deepEqual([found, words], [[], 'Nothing has all of these words.']);
            const rays = (await ask('rays first'))[0];
            assert.ok(rays.includes('sepal_polys_cast_rays') && rays.includes('sepal_solids_cast_rays'), String(rays));
            await browser.press(KEYS.enter);
            assert.equal(await browser.run(() => location.hash), `#${rays[0]}`);
        },

        async 'all words of the manual can be read: the contrast of letters, in light and dark'() {
            for (const dark of [false, true])
                for (const page of ['index.html', 'cpp.html', 'npm.html']) {
                    await browser.size(1280, 900, dark);
                    await open(page);
                    const [count, faint] = await browser.run(faintTexts, LEAST_CONTRAST);
                    assert.ok(count > (page === 'index.html' ? 2000 : 5), `${page}: ${count}`);
                    assert.deepEqual(faint, [], `${page} ${dark ? 'dark' : 'light'}`);
                }
        },

        async 'nothing of the manual moves when its script comes'() {
            const { identifier } = await browser.command('Page.addScriptToEvaluateOnNewDocument', {
                source: `window.shift = 0;
                    new PerformanceObserver((list) => {
                        for (const { value } of list.getEntries()) window.shift += value;
                    }).observe({ type: 'layout-shift', buffered: true });`,
            });
            for (const width of [360, 768, 1280]) {
                await browser.size(width, 900);
                await open();
                await new Promise((done) => setTimeout(done, 300));
                const shift = await browser.run(() => window.shift);
                assert.ok(shift < 0.001, `${shift} at ${width}`);
            }
            await browser.command('Page.removeScriptToEvaluateOnNewDocument', { identifier });
        },

        async 'the manual fits every width, in light and dark'() {
            for (const dark of [false, true])
                for (const width of WIDTHS)
                    for (const page of width === 320 ? ['index.html', 'cpp.html', 'npm.html'] : ['index.html']) {
                        await browser.size(width, 800, dark);
                        await open(page);
                        const [wide, colours] = await browser.run(() => {
                            const { color, backgroundColor } = getComputedStyle(document.body);
                            return [document.documentElement.scrollWidth, [color, backgroundColor]];
                        });
                        assert.ok(wide <= width, `${page}: ${wide} pixels at ${width}`);
                        const [ink, paper] = colours.map((each) => Number(each.match(/\d+/)[0]));
                        assert.equal(ink > paper, dark, `${page} ${colours}`);
                    }
        },
    };
}
