// crowd-picture.js — draws the crowd: all bodies in one call by WebGL, or one by one where there is none.

const VERTEX = `#version 300 es
in vec3 corner;
uniform vec2 half_size;
out float deep;
void main() {
    deep = corner.z;
    gl_Position = vec4(corner.xy / half_size, 0, 1);
}`;
const FRAGMENT = `#version 300 es
precision mediump float;
in float deep;
uniform vec4 apart, together;
out vec4 colour;
void main() { colour = mix(apart, together, deep); }`;

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Calls the function now, and whenever the colours of the page change. */
export function withColours(use) {
    dark.addEventListener('change', use);
    use();
}

/** A colour of CSS as four numbers from 0 to 1. */
function rgba(name) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].map((v) => v / 255);
}

/** A function draw(size, { x, y }, depths) for the canvas, which then shows the middle, of that size. Body i has the corners first[i] ..
 * first[i + 1] - 1, and depths[i] from 0 to 1 says how much of the colour of overlap it has. */
export function pictureOf(canvas, first) {
    const gl = canvas.getContext('webgl2', { antialias: true, premultipliedAlpha: false });
    return gl ? drawnByWebGl(gl, first) : drawnOneByOne(canvas.getContext('2d'), first);
}

/** The triangles of all bodies: a fan for each. */
function triangles(first) {
    const indices = [];
    for (let i = 0; i + 1 < first.length; i++)
        for (let k = first[i] + 2; k < first[i + 1]; k++) indices.push(first[i], k - 1, k);
    return new Uint32Array(indices);
}

function programOf(gl) {
    const program = gl.createProgram();
    for (const [type, source] of [
        [gl.VERTEX_SHADER, VERTEX],
        [gl.FRAGMENT_SHADER, FRAGMENT],
    ]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    return program;
}

function drawnByWebGl(gl, first) {
    const program = programOf(gl),
        indices = triangles(first),
        corners = new Float32Array(3 * first.at(-1));
    gl.useProgram(program);
    const half = gl.getUniformLocation(program, 'half_size');
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const corner = gl.getAttribLocation(program, 'corner');
    gl.enableVertexAttribArray(corner);
    gl.vertexAttribPointer(corner, 3, gl.FLOAT, false, 0, 0);
    gl.clearColor(0, 0, 0, 0);
    withColours(() => {
        gl.uniform4fv(gl.getUniformLocation(program, 'apart'), rgba('--crowd'));
        gl.uniform4fv(gl.getUniformLocation(program, 'together'), rgba('--crowd-meets'));
    });
    return ({ width, height }, { x, y }, depths) => {
        gl.uniform2f(half, width / 2, height / 2);
        for (let i = 0; i + 1 < first.length; i++)
            for (let k = first[i], at = 3 * k; k < first[i + 1]; k++, at += 3) {
                corners[at] = x[k];
                corners[at + 1] = y[k];
                corners[at + 2] = depths[i];
            }
        gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STREAM_DRAW);
        gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.drawElements(gl.TRIANGLES, indices.length, gl.UNSIGNED_INT, 0);
    };
}

function drawnOneByOne(context, first) {
    let colours;
    withColours(() => {
        colours = ['--crowd', '--crowd-meets'].map((name) =>
            getComputedStyle(document.documentElement).getPropertyValue(name),
        );
    });
    return ({ width }, { x, y }, depths) => {
        const scale = context.canvas.width / width;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, context.canvas.width, context.canvas.height);
        context.setTransform(scale, 0, 0, -scale, context.canvas.width / 2, context.canvas.height / 2);
        for (let i = 0; i + 1 < first.length; i++) {
            const part = Math.round(100 * depths[i]);
            context.fillStyle = part === 0 ? colours[0] : `color-mix(in srgb, ${colours[1]} ${part}%, ${colours[0]})`;
            context.beginPath();
            for (let k = first[i]; k < first[i + 1]; k++) context.lineTo(x[k], y[k]);
            context.fill();
        }
    };
}
