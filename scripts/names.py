#!/usr/bin/env python3
"""names.py >src/server/names_table.h: what src/server/names.c has to know of Unicode, by the names and the decompositions of characters
that Python knows: where the letters of each script are, and which Latin letter is under marks and strokes."""
import re
import unicodedata as unicode

# Written together by those who write Japanese, Chinese or Korean: one script for us.
EAST = {'CJK', 'HIRAGANA', 'KATAKANA', 'HIRAGANA-KATAKANA', 'KATAKANA-HIRAGANA', 'HANGUL', 'BOPOMOFO', 'HALFWIDTH', 'IDEOGRAPHIC', 'KANGXI'}


def script(c):
    """The script of a letter or of a mark that belongs to one; None: it may stand beside all."""
    if c >= 0x1D400 and c < 0x1D800:
        return None
    kind = unicode.category(chr(c))
    words = unicode.name(chr(c), '').split()
    if not words or kind[0] not in 'LM' or (kind == 'Lm' and words[0] == 'MODIFIER') or words[0] in ('COMBINING', 'VARIATION'):
        return None
    if words[0] == 'FULLWIDTH':
        return words[1]
    if words[0] in ('FEMININE', 'MASCULINE'):
        return 'LATIN'
    if words[0] in EAST:
        return 'EAST'
    return words[0]


def ranges():
    """[from, to, script], with what is not a letter between letters of the same script."""
    found = []
    for c in range(0x110000):
        is_of = script(c)
        if not is_of:
            continue
        if found and found[-1][2] == is_of and not any(script(other) for other in range(found[-1][1] + 1, c)):
            gap = [other for other in range(found[-1][1] + 1, c) if unicode.category(chr(other)) not in ('Cn',)]
            if c == found[-1][1] + 1 or (len(gap) <= 16 and c - found[-1][1] <= 64 and c > 0x7F):
                found[-1][1] = c
                continue
        found.append([c, c, is_of])
    return found


def base(c):
    """The ASCII letter under marks and strokes; '.': none."""
    plain = [d for d in unicode.normalize('NFKD', chr(c)) if not unicode.combining(d)]
    if len(plain) == 1 and plain[0].isascii() and plain[0].isalpha():
        return plain[0]
    named = re.match(r'LATIN (SMALL|CAPITAL) LETTER (?:DOTLESS )?([A-Z])(?: WITH .*)?$', unicode.name(chr(c), ''))
    return (named[2].lower() if named[1] == 'SMALL' else named[2]) if named else '.'


def wrapped(items, separator):
    lines, line = [], '   '
    for item in items:
        if len(line) + len(item) + 2 > 118:
            lines.append(line.rstrip())
            line = '   '
        line += f' {item}{separator}'
    return '\n'.join(lines + [line.rstrip()])


def main():
    found = ranges()
    numbers = {}
    for _, _, name in found:
        numbers.setdefault(name, len(numbers) + 1)
    print('/* Made by scripts/names.py, by Unicode ' + unicode.unidata_version + '. */')
    print('/* clang-format off */')
    print('static const struct {\n    uint32_t from, to;\n    uint16_t script;\n} scripts[] = {')
    print(wrapped([f'{{{a:#x}, {b:#x}, {numbers[name]}}}' for a, b, name in found], ','))
    print('};\n')
    print('/* The letter under marks and strokes; a dot: none. */')
    for name, first, last in (('latin', 0xC0, 0x24F), ('more_latin', 0x1E00, 0x1EFF)):
        text = ''.join(base(c) for c in range(first, last + 1))
        parts = [f'    "{text[i:i + 100]}"' for i in range(0, len(text), 100)]
        print(f'enum {{ {name.upper()}_FIRST = {first:#x} }};')
        print(f'static const char {name}[] =\n' + '\n'.join(parts) + ';')
    print('/* clang-format on */')


main()
