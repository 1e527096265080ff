#!/usr/bin/env python3
"""site.py --source ROOT --wasm FILE --table FILE.c [--depfile FILE] [--node NODE] [--gzip GZIP]: puts the site together.

pages.mjs bundles the modules and styles of web/ and draws the first page as it is before any script has run. Here the rest joins them: the
module with the rules, and what is data, which is made small: what is alike and comes together goes into one file (lessons, rules pages,
pictures of games), what belongs to one game comes with that game (tables). The site is written beside the table, as it is (site/) and
compressed (site-gz/); the table is a C file that lays the compressed files into the program. The same input gives the same bytes.
"""
import argparse
import base64
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

# How large the site may be, compressed, in bytes.
FIRST_GAME = 300 * 1024  # what the first game needs, with the largest table of a game
SITE = 1_200_000

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

# What becomes part of another file of the site, or is for those who write web/.
TAKEN_IN = ('.js', '.css', '.d.ts', 'tsconfig.json')

WIDTH, HEIGHT = 320, 200  # of a game's picture
PICTURE = re.compile(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"')


class Refusal(Exception):
    """What is wrong with the site, as a sentence."""


def hash_of(data):
    """Enough of the SHA-256 to tell versions of a file apart."""
    return hashlib.sha256(data).hexdigest()[:16]


def packed(data, program):
    """As gzip, a twentieth smaller than gzip itself makes it."""
    return subprocess.run([program, '-12'], input=data, stdout=subprocess.PIPE, check=True).stdout


def written(value):
    """As JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(',', ':'))


# ---- what is data ----------------------------------------------------------------------------------------------------


def smaller_json(name, data):
    try:
        return written(json.loads(data)).encode()
    except ValueError as why:
        raise Refusal(f'web/{name} is not JSON: {why}.') from None


def smaller_svg(data):
    """A drawing without its comments, its lines and its indentation; in texts blanks mean something."""
    out = []
    texts = 0  # how many of them are open
    for tag, words in re.findall(r'(<[^>]*>)|([^<]+)', re.sub(r'<!--.*?-->', '', data.decode(), flags=re.DOTALL)):
        if tag:
            if re.match(r'</?(text|style|title|desc)\b', tag) and not tag.endswith('/>'):
                texts += -1 if tag.startswith('</') else 1
            out.append(re.sub(r'\s+', ' ', tag).replace(' />', '/>').replace(' >', '>'))
        elif texts or words.strip():
            out.append(re.sub(r'\s+', ' ', words))
    return ''.join(out).encode()


def one_picture(pictures):
    """All pictures of games as one drawing, which has a view of each by its id: 'pictures.svg#mimsy'."""
    views, drawings = [], []
    for i, (game, data) in enumerate(sorted(pictures.items()), 1):
        text = smaller_svg(data).decode()
        if not PICTURE.match(text):
            raise Refusal(f'web/pictures/{game}.svg does not begin as a picture of {WIDTH} x {HEIGHT}.')
        at = HEIGHT * i  # above the first one nothing is drawn: that is what a name without a view shows
        text = re.sub(r'\b(id="|href="#|url\(#)', lambda match: f'{match.group()}{game}-', text)
        views.append(f'<view id="{game}" viewBox="0 {at} {WIDTH} {HEIGHT}"/>')
        drawings.append(PICTURE.sub(f'<svg y="{at}" width="{WIDTH}" height="{HEIGHT}"', text))
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
    return (frame + ''.join(views + drawings) + '</svg>').encode()


def ids_of_games(source):
    return re.findall(r'^GAME\(\w+, "([\w-]+)"\)', (source / 'src/games/games.def').read_text(), re.MULTILINE)


def collect(source, wasm):
    """The files of the site by name, but for those of pages.mjs; and all files and folders that decide what is in it."""
    files, lessons, pictures = {}, {}, {}
    games = ids_of_games(source)
    read = [source / 'src/games/games.def', source / 'web', source / 'docs/rules', wasm, source / 'LICENSE']
    for path in sorted((source / 'web').rglob('*')):
        name = path.relative_to(source / 'web').as_posix()
        if path.name.startswith('.'):
            continue
        read.append(path)
        if path.is_dir() or name.endswith(TAKEN_IN):
            continue
        data = path.read_bytes()
        if name.startswith('tables/'):
            if path.stem not in games or path.suffix not in ('.json', '.svg') or name.count('/') > 1:
                raise Refusal(f"web/{name}: in tables there are files called after a game, ID.json and ID.svg.")
            files[name] = smaller_json(name, data) if path.suffix == '.json' else smaller_svg(data)
        elif name.startswith('lessons/'):
            lessons[path.stem] = json.loads(smaller_json(name, data))
        elif name.startswith('pictures/') and path.suffix == '.svg':
            pictures[path.stem] = data
        elif path.suffix == '.svg':
            files[name] = smaller_svg(data)
        elif path.suffix == '.webmanifest':
            files[name] = smaller_json(name, data)
        else:
            files[name] = data
    rules = sorted((source / 'docs/rules').glob('*.md'))
    read += rules
    files['lessons.json'] = written(lessons).encode()
    files['pictures.svg'] = one_picture(pictures)
    files['rules/all.md'] = ''.join(f'<!-- {path.stem} -->\n{path.read_text()}' for path in rules).encode()
    files['wabe.wasm'] = wasm.read_bytes()
    files['LICENSE.txt'] = (source / 'LICENSE').read_bytes()
    return files, read


# ---- what is bundled -------------------------------------------------------------------------------------------------


def bundle(source, wasm, node):
    """What pages.mjs says: see there."""
    if not (source / 'node_modules/esbuild/package.json').is_file():
        raise Refusal("node_modules has no esbuild: 'npm ci' installs it.")
    made = subprocess.run([node, source / 'scripts/pages.mjs', source, wasm], stdout=subprocess.PIPE, check=False)
    if made.returncode != 0:
        raise Refusal('the modules of web/ cannot be bundled.')
    return json.loads(made.stdout)


def licences(source, read):
    """Of the packages that the modules come from."""
    packages = {match.group(1) for match in (re.search(r'.*node_modules/((?:@[^/]+/)?[^/]+)/', path) for path in read) if match}
    return {f'vendor/{name}/LICENSE.txt': (source / 'node_modules' / name / 'LICENSE').read_bytes() for name in packages}


def check_used(source, read):
    """Modules that nothing imports would be forgotten."""
    for path in (source / 'web').glob('*.js'):
        if f'web/{path.name}' not in read:
            raise Refusal(f'web/{path.name} is imported by no other module.')


def replaced(page, pattern, by):
    """The page with something else in the one place that is like this."""
    if len(re.findall(pattern, page)) != 1:
        raise Refusal(f'web/index.html does not have one {pattern}.')
    return re.sub(pattern, lambda _: by, page)


def name_tables(page, files):
    """The page knows which games have a table of their own, so that no other one is asked for."""
    names = ' '.join(name[len('tables/'):-len('.json')] for name in sorted(files) if re.fullmatch(r'tables/.*\.json', name))
    return replaced(page, '(?<=<meta name="tables" content=")(?=">)', names)


def fill_page(files, pages):
    """The page as browsers get it: with the first page of the site in it, one style sheet, and the script that must not wait."""
    early = pages['early']
    fingerprint = base64.b64encode(hashlib.sha256(early.encode()).digest()).decode()
    modules = [name for name in pages['first'] if not name.startswith('worker')]
    page = files['index.html'].decode()
    page = replaced(page, '<title>[^<]*</title>', f'<title>{pages["title"]}</title>')
    page = replaced(page, "script-src 'self'", f"script-src 'self' 'sha256-{fingerprint}'")
    page = replaced(page, '<script src="early.js"></script>', f'<script>{early}</script>')
    page = replaced(page, r'(?:<link rel="stylesheet" href="[^"]+">\s*)+', '<link rel="stylesheet" href="style.css">\n')
    page = replaced(page, '(?=<script type="module" src="app.js">)',
                    ''.join(f'<link rel="modulepreload" href="{name}">\n' for name in modules[1:]))
    page = replaced(page, '(?<=<div id="app">)(?=</div>)', pages['body'])
    page = name_tables(page, files)
    files['index.html'] = re.sub(r'\s*\n\s*', '\n', page).encode()


def check_page(files):
    """The page and the manifest find what they name."""
    named = re.findall(r'(?:href|src)="(?!#)([^"#]+)[^"]*"', files['index.html'].decode())
    manifest = json.loads(files['manifest.webmanifest'])
    for name in named + [icon['src'] for icon in manifest['icons']]:
        if name not in files:
            raise Refusal(f"The page or its manifest names '{name}', and there is no such file.")


# ---- what is needed when ---------------------------------------------------------------------------------------------


def first_of(pages):
    """What the first game needs, but for its own table."""
    return ['index.html', 'style.css', 'icon.svg', 'manifest.webmanifest', 'pictures.svg', 'wabe.wasm'] + pages['first']


def list_files(files, first, worker):
    """The service worker knows every other file by its hash, the first ones apart; the version is the hash of them all."""
    hashes = {name: hash_of(files[name]) for name in sorted(files)}
    version = hash_of(written(hashes).encode())
    at_once = {name: hashes[name] for name in hashes if name in first}
    later = {name: hashes[name] for name in hashes if name not in first}
    head = f"const VERSION='{version}',FIRST={written(at_once)},LATER={written(later)};\n"
    files['sw.js'] = (head + worker).encode()


def check_size(sizes, first):
    """How many bytes the first game needs, and all of it."""
    largest = lambda names: ', '.join(f'{name} {sizes[name]}' for name in sorted(names, key=lambda each: -sizes[each])[:8])
    tables = {}
    for name in sizes:
        if name.startswith('tables/'):
            game = pathlib.PurePosixPath(name).stem
            tables[game] = tables.get(game, 0) + sizes[name]
    needed = sum(sizes[name] for name in first) + max(tables.values(), default=0)
    if needed > FIRST_GAME:
        raise Refusal(f'The first game needs {needed} bytes compressed, and {FIRST_GAME} are allowed. The largest: {largest(first)}'
                      + ''.join(f', the table of {game} {size}' for game, size in tables.items() if size == max(tables.values())) + '.')
    whole = sum(sizes.values())
    if whole > SITE:
        raise Refusal(f'The site has {whole} bytes compressed, and {SITE} are allowed. The largest: {largest(sizes)}.')
    return needed, whole


# ---- the site --------------------------------------------------------------------------------------------------------


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


def table(files, sizes, csp):
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
            f'asset_{i}, {sizes[name]}, {len(files[name])}}},')
    lines += ['    {0},', '};', '', f'const char site_policy[] = "{csp}";', '']
    return '\n'.join(lines)


def depfile(target, read):
    def escape(path):
        return str(path).replace('\\', '\\\\').replace(' ', '\\ ').replace('#', '\\#').replace('$', '$$')

    return f'{escape(target)}: ' + ' \\\n '.join(escape(path) for path in read) + '\n'


def put_together(args):
    source, wasm, target = (pathlib.Path(path) for path in (args.source, args.wasm, args.table))
    files, read = collect(source, wasm)
    for name in ('index.html', 'icon.svg', 'manifest.webmanifest'):
        if name not in files:
            raise Refusal(f'web/{name} is missing.')
    pages = bundle(source, wasm, args.node)
    check_used(source, pages['read'])
    read += [source / path for path in pages['read']] + [source / 'node_modules/esbuild/package.json']
    files.update({name: text.encode() for name, text in pages['files'].items()}, **licences(source, pages['read']))
    fill_page(files, pages)
    for name in files:
        if pathlib.PurePosixPath(name).suffix not in TYPES:
            raise Refusal(f'web/{name} is no kind of file that belongs to the site.')
        if not re.fullmatch(r'[A-Za-z0-9_./-]+', name):
            raise Refusal(f"web/{name}: names have letters, digits, '-', '_' and '.' only.")
    check_page(files)
    list_files(files, first_of(pages), pages['worker'])
    compressed = {name: packed(data, args.gzip) for name, data in files.items()}
    sizes = {name: len(data) for name, data in compressed.items()}
    needed, whole = check_size(sizes, first_of(pages))
    write(target.parent / 'site', files)
    write(target.parent / 'site-gz', {name + '.gz': data for name, data in compressed.items()})
    target.write_text(table(files, sizes, policy(files)))
    if args.depfile:
        pathlib.Path(args.depfile).write_text(depfile(args.table, read))
    print(f'The site: {len(files)} files. The first game needs {needed} bytes compressed of {FIRST_GAME}, all of it {whole} of {SITE}.')


def main():
    parser = argparse.ArgumentParser(description='Puts the site together.')
    parser.add_argument('--source', required=True, help='the folder of the clone')
    parser.add_argument('--wasm', required=True, help='the module with the rules')
    parser.add_argument('--table', required=True, help='the C file to be written; the site is written beside it')
    parser.add_argument('--depfile', help='where to say on what it depends')
    parser.add_argument('--node', default='node', help='Node.js')
    parser.add_argument('--gzip', default='libdeflate-gzip', help='what compresses')
    try:
        put_together(parser.parse_args())
    except Refusal as why:
        sys.exit(f'site.py: {why}')


if __name__ == '__main__':
    main()
