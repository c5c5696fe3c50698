// manual.js — the search of the manual: which functions, types and questions have all the words in their names, or else in what is said
// of them.

const MOST = 30; // results that are shown

const form = document.querySelector('.search');

if (form) {
    const [input, list, status] = ['input', 'ul', 'p'].map((tag) => form.querySelector(tag));
    const entries = [...document.querySelectorAll('article, .question')].map((each) => {
        const heading = each.querySelector('[id]'),
            about = [...each.querySelectorAll(':scope > :is(h2, .about)')].map(({ textContent }) => textContent).join(' ');
        return {
            id: heading.id,
            name: heading.textContent,
            lead: each.querySelector(':scope > .lead')?.textContent ?? '',
            text: (about || each.textContent).toLowerCase(),
        };
    });

    /** How well an entry answers: 0 not at all. A name counts more than the first sentence, and this more than the rest. */
    const rank = ({ name, lead, text }, words) => {
        const parts = [name.toLowerCase(), lead.toLowerCase(), text].map((each) => words.every((word) => each.includes(word)));
        return parts[0] ? 4 - name.length / 100 : parts[1] ? 2 : parts[2] ? 1 : 0;
    };

    const item = ({ id, name, lead }) => {
        const element = document.createElement('li'),
            link = document.createElement('a'),
            words = document.createElement('span');
        link.href = `#${id}`;
        link.textContent = name;
        words.textContent = lead.length > 90 ? `${lead.slice(0, 90).replace(/\s+\S*$/, '')} …` : lead;
        element.append(link, words);
        return element;
    };

    const search = () => {
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        const found = words.length === 0 ? [] : entries.filter((entry) => rank(entry, words) > 0);
        found.sort((a, b) => rank(b, words) - rank(a, words));
        list.replaceChildren(...found.slice(0, MOST).map(item));
        form.classList.toggle('asked', words.length > 0);
        status.textContent = words.length === 0 ? '' : found.length === 0 ? 'Nothing has all of these words.' : `${found.length} found`;
    };

    input.addEventListener('input', search);
    input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') list.querySelector('a')?.click();
        if (event.key !== 'Escape') return;
        input.value = '';
        search();
    });
    document.addEventListener('keydown', (event) => {
        if (event.key !== '/' || event.target.matches('input')) return;
        event.preventDefault();
        input.focus();
    });
}
