// browser.mjs — a browser without a window, by the W3C WebDriver protocol, which chromedriver speaks over HTTP. Nothing but node
// and Debian's chromium-driver is needed.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'; // the key of an element, as the protocol fixes it
export const KEYS = { left: '\uE012', up: '\uE013', right: '\uE014', down: '\uE015', tab: '\uE004', enter: '\uE007' };

/** Starts chromedriver on a free port of its choice. */
async function startDriver() {
    const driver = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const port = await new Promise((found, failed) => {
        let said = '';
        driver.once('error', failed);
        driver.once('exit', (code) => failed(new Error(`chromedriver ended with ${code}: ${said}`)));
        driver.stdout.on('data', (data) => {
            said += data;
            const match = /successfully on port (\d+)/.exec(said);
            if (match) found(match[1]);
        });
    });
    return { driver, address: `http://127.0.0.1:${port}` };
}

export class Browser {
    static async start({ width = 1280, height = 900 } = {}) {
        const { driver, address } = await startDriver();
        const browser = new Browser();
        Object.assign(browser, { driver, address: `${address}/session` });
        const args = [
            '--headless=new',
            '--no-sandbox',
            '--disable-dev-shm-usage',
            '--hide-scrollbars',
            '--use-gl=angle',
            '--use-angle=swiftshader',
            '--enable-unsafe-swiftshader',
            `--window-size=${width},${height}`,
        ];
        const { sessionId } = await browser.call('POST', '', {
            capabilities: {
                alwaysMatch: {
                    browserName: 'chrome',
                    'goog:chromeOptions': { binary: process.env.CHROMIUM ?? '/usr/bin/chromium', args },
                    'goog:loggingPrefs': { browser: 'ALL' },
                },
            },
        });
        browser.address += `/${sessionId}`;
        return browser;
    }

    async call(method, path, body) {
        const response = await fetch(this.address + path, { method, body: body && JSON.stringify(body) });
        const { value } = await response.json();
        if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
        return value;
    }

    async stop() {
        await this.call('DELETE', '');
        this.driver.removeAllListeners('exit');
        this.driver.kill();
    }

    /** A command of the browser's own protocol, such as Emulation.setEmulatedMedia. */
    command(cmd, params = {}) {
        return this.call('POST', '/goog/cdp/execute', { cmd, params });
    }

    open(url) {
        return this.call('POST', '/url', { url });
    }

    /** What the function returns when it is called with the arguments in the page. It sees nothing of this program. */
    run(body, ...args) {
        return this.call('POST', '/execute/sync', { script: `return (${body})(...arguments)`, args });
    }

    /** Waits until the function returns something true in the page. */
    async until(body, ...args) {
        for (let i = 0; i < 600; i++) {
            const value = await this.run(body, ...args);
            if (value) return value;
            await new Promise((done) => setTimeout(done, 100));
        }
        throw new Error(`it did not happen within a minute: ${body}`);
    }

    async find(selector) {
        const found = await this.call('POST', '/element', { using: 'css selector', value: selector });
        return found[ELEMENT];
    }

    async click(selector) {
        await this.call('POST', `/element/${await this.find(selector)}/click`, {});
    }

    /** Drags an element by (x, y) pixels, with a mouse or with a finger ('touch'), beginning in its middle or at another part of its
     * width and height. By coordinates: chromedriver would scroll the page before it moves the pointer to a part of a picture. */
    async drag(selector, x, y, { pointerType = 'mouse', part = [0.5, 0.5] } = {}) {
        const [left, top, width, height] = await this.run((selector) => {
            const box = document.querySelector(selector).getBoundingClientRect();
            return [box.left, box.top, box.width, box.height];
        }, selector);
        const start = [left + part[0] * width, top + part[1] * height];
        const moves = [0, 0.5, 1].map((done) => ({
            type: 'pointerMove',
            duration: 40,
            origin: 'viewport',
            x: Math.round(start[0] + done * x),
            y: Math.round(start[1] + done * y),
        }));
        const actions = [
            moves[0],
            { type: 'pointerDown', button: 0 },
            moves[1],
            moves[2],
            { type: 'pointerUp', button: 0 },
        ];
        await this.call('POST', '/actions', {
            actions: [{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }],
        });
        await this.call('DELETE', '/actions');
    }

    /** Presses keys, one after the other. */
    async press(keys) {
        const actions = [...keys].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
        ]);
        await this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    }

    /** What the console has said since the last call: [{ level, message }]. */
    log() {
        return this.call('POST', '/se/log', { type: 'browser' });
    }

    /** A picture of an element, also of what is outside the window. */
    async picture(file, selector) {
        const clip = await this.run((selector) => {
            const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
            return { x: left + scrollX, y: top + scrollY, width, height, scale: 1 };
        }, selector);
        const { data } = await this.command('Page.captureScreenshot', {
            format: 'png',
            captureBeyondViewport: true,
            clip,
        });
        writeFileSync(file, Buffer.from(data, 'base64'));
    }

    async size(width, height, dark = false) {
        await this.command('Emulation.setDeviceMetricsOverride', {
            width,
            height,
            deviceScaleFactor: 1,
            mobile: width < 500,
        });
        await this.command('Emulation.setEmulatedMedia', {
            features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }],
        });
    }
}
