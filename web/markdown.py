"""The part of Markdown that the README of the package for JavaScript is written in, as HTML: headings, paragraphs, lists, tables, code,
links."""

import html
import re


def inline(text):
    """Code, links, and emphasis."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(f"<code>{html.escape(part[1:-1], quote=False)}</code>" if part.startswith("`") else plain(part) for part in parts)


def plain(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"\[([^\]]+)\]\((https?://[^)]+)\)", r'<a href="\2">\1</a>', text)
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text) # files of the package
    return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)


def table(lines):
    rows = [[inline(cell.strip()) for cell in line.strip("|").split("|")] for line in lines]
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def rendered(text):
    found = []
    for block in re.findall(r"```.*?```|(?:(?!```)[^\n]+\n?)+", text, re.S):
        lines = block.strip().splitlines()
        heading = re.match(r"(#+) (.*)", lines[0])
        if block.startswith("```"):
            code = html.escape("\n".join(lines[1:-1]), quote=False)
            found.append(f"<pre tabindex=\"0\"><code>{code}</code></pre>")
        elif heading:
            found.append(f"<h{len(heading[1])}>{inline(heading[2])}</h{len(heading[1])}>")
        elif lines[0].startswith("|"):
            found.append(f'<div class="table" tabindex="0">{table(lines)}</div>')
        elif lines[0].startswith("* "):
            items = re.split(r"^\* ", "\n".join(lines), flags=re.M)[1:]
            found.append("<ul>" + "".join(f"<li>{inline(' '.join(item.split()))}</li>" for item in items) + "</ul>")
        else:
            found.append(f"<p>{inline(' '.join(lines))}</p>")
    return "\n".join(found)
