#!/usr/bin/env python3
"""site.py --source ROOT --wasm FILE --table FILE.c [--depfile FILE]: puts the site together.

The site is every file of web/ without its comments and indentation, the module with the rules, the rules pages, and the part of lit-html
that web/lit.js asks for. What is alike goes into one file, for it is smaller so: style sheets, lessons, rules pages. It is written beside the table, as it is (site/) and compressed (site-gz/); the table is a C file that lays the
compressed files into the program. The same input gives the same bytes.
"""
import argparse
import gzip
import hashlib
import json
import pathlib
import re
import shutil
import sys

# How large the site may be, compressed.
PAGES = 1000 * 1024  # with what all games share
GAME = 15 * 1024  # rules, words about its things, page, lesson and picture of each

TYPES = {
    '.css': 'text/css; charset=utf-8',
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json',
    '.md': 'text/markdown; charset=utf-8',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=utf-8',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
}

# What is in web/ for those who write it, and not for browsers.
NOT_SERVED = ('.d.ts', 'tsconfig.json')

# Static imports and re-exports, in our own lines and in lit-html's long ones.
IMPORT = re.compile(r"""((?:^|;)\s*(?:import|export)\b(?:[^'"();]*?\bfrom)?\s*)(["'])([^"'\n]+)\2""", re.MULTILINE)

# A word or a sign after which a slash begins a regular expression, and is no division.
BEFORE_REGEXP = re.compile(r'(?:^|[=(,;:!&|?{}\[+\-*%<>~^]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield))$')
REGEXP = re.compile(r'/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*')
STRING = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\"""", re.DOTALL)
TEMPLATE = re.compile(r'(?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)', re.DOTALL)  # up to its end or its next braces
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/', re.DOTALL)
INDENTATION = re.compile(r'\n[ \t]+')  # which does not matter in pages
NEXT_TO_SIGNS = tuple('\n ,;:=(){}[]?|&<>!*%')  # beside these a space means nothing
CSS_COMMENT = re.compile(STRING.pattern + r'|(/\*.*?\*/)', re.DOTALL)

MODULES = '<!-- modules -->\n'
FILES = 'const FILES={};'
VERSION = "const VERSION='';"


class Refusal(Exception):
    """What is wrong with the site, as a sentence."""


def hash_of(data):
    """Enough of the SHA-256 to tell versions of a file apart."""
    return hashlib.sha256(data).hexdigest()[:16]


def imports(text):
    return [match.group(3) for match in IMPORT.finditer(text)]


def beside(name, specifier):
    """The name of the file that a module means by './other.js'."""
    parts = list(pathlib.PurePosixPath(name).parent.parts)
    for part in specifier.split('/'):
        if part == '..':
            if not parts:
                raise Refusal(f"{name} imports '{specifier}', which is outside the site.")
            parts.pop()
        elif part != '.':
            parts.append(part)
    return '/'.join(parts)


def end_of(pattern, text, i):
    match = pattern.match(text, i)
    if not match:
        raise Refusal(f'in line {text.count(chr(10), 0, i) + 1} something begins that does not end')
    return match.end()


def shorter(text):
    """A module without its comments, its indentation and the spaces beside its signs; all that is left stays on its line."""
    out = []
    templates = []  # for each template literal that we are in the braces of: how many more are open
    i = 0
    while i < len(text):
        c = text[i]
        comment = COMMENT.match(text, i) if c == '/' else None
        if comment:
            i = comment.end()
            lines = comment.group().count('\n')
            if lines or text[i:i + 1] in ('\n', ''):
                while out and out[-1] in ' \t':
                    out.pop()
            else:
                out.append(' ')
            out.append('\n' * lines)
            continue
        if c in '\'"':
            end = end_of(STRING, text, i)
        elif c == '/' and BEFORE_REGEXP.search(''.join(out[-40:]).rstrip()):
            end = end_of(REGEXP, text, i)
        elif c == '`' or (c == '}' and templates and templates[-1] == 0):
            if c == '}':
                templates.pop()
            end = end_of(TEMPLATE, text, i + 1)
            if text[end - 1] == '{':
                templates.append(0)
            out.append(INDENTATION.sub('\n', text[i:end]) if '<' in text[i:end] else text[i:end])
            i = end
            continue
        elif c == ' ' and (not out or out[-1][-1:] in NEXT_TO_SIGNS or text[i + 1:i + 2] in NEXT_TO_SIGNS):
            i += 1
            continue
        else:
            if templates and c in '{}':
                templates[-1] += 1 if c == '{' else -1
            end = i + 1
        out.append(text[i:end])
        i = end
    return ''.join(out)


def trimmed(name, data):
    """What browsers need of a file that people write."""
    if name.endswith('.js'):
        try:
            return shorter(data.decode()).encode()
        except Refusal as why:
            raise Refusal(f'web/{name}: {why}.') from None
    if name.endswith('.css'):
        text = CSS_COMMENT.sub(lambda match: '' if match.group(1) else match.group(), data.decode())
        return re.sub(r'\n\s+', '\n', text).encode()
    if name.endswith(('.html', '.svg')):
        return INDENTATION.sub('\n', data.decode()).encode()
    return data


def collect(source, wasm):
    """The files of the site by name, and all files and folders that decide what is in it."""
    files = {}
    lessons = {}
    read = [source / 'web', source / 'docs/rules']

    def add(name, path, trim=lambda _, data: data):
        files[name] = trim(name, path.read_bytes())
        read.append(path)

    for path in sorted((source / 'web').rglob('*')):
        name = path.relative_to(source / 'web').as_posix()
        if path.is_dir():
            read.append(path)
        elif name.startswith('lessons/'):
            lessons[path.stem] = json.loads(path.read_bytes())
            read.append(path)
        elif not path.name.startswith('.') and not name.endswith(NOT_SERVED):
            add(name, path, trimmed)
    files['lessons.json'] = json.dumps(lessons, ensure_ascii=False, separators=(',', ':')).encode()
    rules = sorted((source / 'docs/rules').glob('*.md'))
    files['rules/all.md'] = ''.join(f'<!-- {path.stem} -->\n{path.read_text()}' for path in rules).encode()
    read += rules
    add('wabe.wasm', wasm)
    add('LICENSE.txt', source / 'LICENSE')
    return files, read


def number_of_games(source):
    return len(re.findall(r'^GAME\(', (source / 'src/games/games.def').read_text(), re.MULTILINE))


def resolve(package, subpath):
    """The file of a package that browsers get for this subpath, by the conditions in its package.json."""
    target = json.loads((package / 'package.json').read_bytes()).get('exports', {}).get(subpath)
    while isinstance(target, dict):
        target = next((target[key] for key in target if key in ('browser', 'import', 'default')), None)
    if not target or not (package / target).is_file():
        raise Refusal(f"web/lit.js imports '{package.name}{subpath[1:]}', which {package.name} does not have.")
    return target.removeprefix('./')


def vendor(files, read, modules):
    """Names become paths in lit.js; what they lead to goes to vendor/, with the licence."""
    wanted = []

    def place(match):
        specifier = match.group(3)
        if specifier.startswith('.'):
            return match.group(0)
        name, _, rest = specifier.partition('/')
        if not (modules / name / 'package.json').is_file():
            raise Refusal(f"web/lit.js imports '{specifier}', and node_modules has no {name}: 'npm ci' installs it.")
        path = f'vendor/{name}/' + resolve(modules / name, './' + rest if rest else '.')
        wanted.append(path)
        return f"{match.group(1)}'./{path}'"

    files['lit.js'] = IMPORT.sub(place, files['lit.js'].decode()).encode()
    while wanted:
        name = wanted.pop()
        if name in files:
            continue
        path = modules / name.removeprefix('vendor/')
        if not path.is_file():
            raise Refusal(f'A module of {name.split("/")[1]} asks for {name}, which is not there.')
        text = re.sub(r'\n//# sourceMappingURL=.*', '', path.read_text())
        files[name] = text.encode()
        read.append(path)
        wanted += [beside(name, specifier) for specifier in imports(text)]
        package = '/'.join(name.split('/')[:2])
        licence = modules / package.removeprefix('vendor/') / 'LICENSE'
        files[package + '/LICENSE.txt'] = licence.read_bytes()


def check_imports(files):
    """Every module finds what it imports."""
    for name, data in files.items():
        if not name.endswith('.js'):
            continue
        for specifier in imports(data.decode()):
            if not specifier.startswith('.'):
                raise Refusal(f"web/{name} imports '{specifier}': only web/lit.js knows packages.")
            if beside(name, specifier) not in files:
                raise Refusal(f"web/{name} imports '{specifier}', and there is no such file.")


def check_page(files):
    """The page and the manifest find what they name."""
    named = [('index.html', name) for name in re.findall(r'(?:href|src)="([^"]+)"', files['index.html'].decode())]
    manifest = json.loads(files['manifest.webmanifest'])
    named += [('manifest.webmanifest', icon['src']) for icon in manifest['icons']]
    for where, name in named:
        if name not in files:
            raise Refusal(f"web/{where} names '{name}', and there is no such file.")


def join_styles(files):
    """The first style sheet that the page names has them all."""
    page = files['index.html'].decode()
    first, *others = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    for name in others:
        files[first] += files.pop(name)
        page = page.replace(f'<link rel="stylesheet" href="{name}">\n', '')
    files['index.html'] = page.encode()


def preload(files):
    """The page names all modules that its first one needs, so that browsers ask for them at once."""
    page = files['index.html'].decode()
    if MODULES not in page:
        raise Refusal(f'web/index.html has no line for the modules: {MODULES.strip()}')
    seen = []
    wanted = ['app.js']
    while wanted:
        name = wanted.pop(0)
        if name not in seen:
            seen.append(name)
            wanted += [beside(name, specifier) for specifier in imports(files[name].decode())]
    links = ''.join(f'<link rel="modulepreload" href="{name}">\n' for name in seen)
    files['index.html'] = page.replace(MODULES, links).encode()


def name_tables(files):
    """The page knows which games have a designed table."""
    names = ' '.join(sorted(pathlib.PurePosixPath(name).stem for name in files if re.fullmatch(r'tables/[a-z-]+\.json', name)))
    page = files['index.html'].decode()
    files['index.html'] = page.replace('<meta name="tables" content="">', f'<meta name="tables" content="{names}">').encode()


def list_files(files):
    """The service worker knows every other file by its hash; the version is the hash of them all."""
    worker = files['sw.js'].decode()
    for mark in (FILES, VERSION):
        if mark not in worker:
            raise Refusal(f'web/sw.js has no line for the build: {mark}')
    hashes = {name: hash_of(files[name]) for name in sorted(files) if name != 'sw.js'}
    listed = json.dumps(hashes, indent=0, separators=(',', ':'))
    version = hash_of(listed.encode())
    worker = worker.replace(FILES, f'const FILES={listed};').replace(VERSION, f"const VERSION='{version}';")
    files['sw.js'] = worker.encode()


def policy(files):
    """What the page says about where things may come from, which the server says too."""
    match = re.search(r'<meta http-equiv="Content-Security-Policy"\s+content="([^"\\]+)"', files['index.html'].decode())
    if not match:
        raise Refusal('web/index.html has no Content-Security-Policy.')
    return ' '.join(match.group(1).split())


def write(folder, files):
    """These files, and no others, are in the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def check_size(packed, games):
    """How many bytes it has, and how many more it may have."""
    size = sum(len(data) for data in packed.values())
    most = PAGES + games * GAME
    if size > most:
        largest = sorted(((len(data), name) for name, data in packed.items()), reverse=True)[:8]
        raise Refusal(f'The site has {size} bytes compressed, and with {games} games {most} are allowed. The largest: '
                      + ', '.join(f'{name} {bytes}' for bytes, name in largest) + '.')
    return size, most - size


def table(files, packed, csp):
    """The C file."""
    names = sorted(files)
    lines = ['/* Made by scripts/site.py. */', '#include "server/site.h"', '']
    for i, name in enumerate(names):
        lines += [
            f'extern const unsigned char asset_{i}[];',
            '__asm__(".pushsection .rodata\\n"',
            f'        ".global asset_{i}\\nasset_{i}:\\n.incbin \\"site-gz/{name}.gz\\"\\n.popsection\\n");',
        ]
    lines += ['', 'const struct asset site_assets[] = {']
    for i, name in enumerate(names):
        lines.append(
            f'    {{"{name}", "{TYPES[pathlib.PurePosixPath(name).suffix]}", "W/\\"{hash_of(files[name])}\\"", '
            f'asset_{i}, {len(packed[name + ".gz"])}, {len(files[name])}}},')
    lines += ['    {0},', '};', '', f'const char site_policy[] = "{csp}";', '']
    return '\n'.join(lines)


def depfile(target, read):
    def escape(path):
        return str(path).replace('\\', '\\\\').replace(' ', '\\ ').replace('#', '\\#').replace('$', '$$')

    return f'{escape(target)}: ' + ' \\\n '.join(escape(path) for path in read) + '\n'


def put_together(args):
    source = pathlib.Path(args.source)
    target = pathlib.Path(args.table)
    files, read = collect(source, pathlib.Path(args.wasm))
    for name in ('index.html', 'app.js', 'lit.js', 'manifest.webmanifest', 'sw.js'):
        if name not in files:
            raise Refusal(f'web/{name} is missing.')
    vendor(files, read, source / 'node_modules')
    for name in files:
        if pathlib.PurePosixPath(name).suffix not in TYPES:
            raise Refusal(f'web/{name} is no kind of file that belongs to the site.')
        if not re.fullmatch(r'[A-Za-z0-9_./-]+', name):
            raise Refusal(f"web/{name}: names have letters, digits, '-', '_' and '.' only.")
    check_imports(files)
    check_page(files)
    join_styles(files)
    preload(files)
    name_tables(files)
    list_files(files)
    packed = {name + '.gz': gzip.compress(data, 9, mtime=0) for name, data in files.items()}
    size, left = check_size(packed, number_of_games(source))
    write(target.parent / 'site', files)
    write(target.parent / 'site-gz', packed)
    target.write_text(table(files, packed, policy(files)))
    if args.depfile:
        pathlib.Path(args.depfile).write_text(depfile(args.table, read))
    print(f'The site: {len(files)} files, {size} bytes compressed; {left} more are allowed.')


def main():
    parser = argparse.ArgumentParser(description='Puts the site together.')
    parser.add_argument('--source', required=True, help='the folder of the clone')
    parser.add_argument('--wasm', required=True, help='the module with the rules')
    parser.add_argument('--table', required=True, help='the C file to be written; the site is written beside it')
    parser.add_argument('--depfile', help='where to say on what it depends')
    try:
        put_together(parser.parse_args())
    except Refusal as why:
        sys.exit(f'site.py: {why}')


if __name__ == '__main__':
    main()
