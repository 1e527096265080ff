#!/usr/bin/env python3
"""tally.py [--more-failed N] FOLDER...: adds up the last run of the tests in these build folders, and N failures besides.

Prints a table of the suites with their tests, their seconds and their slowest test, and last "N passed, N failed" (and
", N skipped" if there are any). Reads Meson's testlog.json, a line a test, in which whatever a test prints is quoted;
so nothing that a test prints can break the sum. A test that tells TAP counts by its points, any other as one. A test that
broke off, failed or ran out of time counts as failed even if all the points it told were good. Exits with 1 if anything failed or
nothing passed.
"""
import argparse
import json
import os
import re
import sys

POINT = re.compile(r'(not )?ok\b[^#]*(#\s*(skip|todo)\b)?', re.IGNORECASE)
PLAN = re.compile(r'1\.\.\d+\s*$', re.MULTILINE)
GOOD = {'OK', 'EXPECTEDFAIL'}


def points(text):
    """How many points of TAP passed, failed and were skipped."""
    passed = failed = skipped = 0
    for line in text.splitlines():
        found = POINT.match(line)
        if not found:
            continue
        if found.group(2):
            skipped += 1
        elif found.group(1):
            failed += 1
        else:
            passed += 1
    return passed, failed, skipped


def counts(test):
    """The same for a test of Meson's log."""
    text = test.get('stdout') or ''
    good = test['result'] in GOOD
    if test['result'] == 'SKIP':
        return 0, 0, 1
    if not PLAN.search(text) and not points(text)[1]:
        return int(good), int(not good), 0
    passed, failed, skipped = points(text)
    return passed, failed if good else max(failed, 1), skipped


def suite_and_name(full):
    """'wabe:games / mimsy' is test mimsy of suite games."""
    suite, _, name = full.rpartition(' / ')
    return suite.rpartition(':')[2].split('+')[0] or '-', name


def tests_of(folder):
    """What the log of the folder has; a line that was cut off when the run was ended is no test."""
    path = f'{folder}/meson-logs/testlog.json'
    if not os.path.exists(path):
        return
    with open(path, encoding='utf-8', errors='replace') as log:
        for line in log:
            try:
                yield json.loads(line)
            except ValueError:
                continue


def main():
    words = argparse.ArgumentParser()
    words.add_argument('--more-failed', type=int, default=0)
    words.add_argument('folders', nargs='*')
    words = words.parse_args()
    total = [0, words.more_failed, 0]
    rows = {}
    for folder in words.folders:
        stage = folder.rstrip('/').rpartition('/')[2]
        for test in tests_of(folder):
            suite, name = suite_and_name(test['name'])
            row = rows.setdefault((stage, suite), {'n': [0, 0, 0], 'seconds': 0.0, 'slowest': (0.0, '')})
            seconds = float(test.get('duration') or 0)
            for i, n in enumerate(counts(test)):
                row['n'][i] += n
                total[i] += n
            row['seconds'] += seconds
            row['slowest'] = max(row['slowest'], (seconds, name))
    for (stage, suite), row in sorted(rows.items(), key=lambda item: -item[1]['seconds']):
        passed, failed, skipped = row['n']
        print(f'{stage:6} {suite:12} {passed:5} passed {failed:3} failed {skipped:3} skipped {row["seconds"]:7.1f} s'
              f'   slowest: {row["slowest"][1]}, {row["slowest"][0]:.1f} s')
    print(f'{total[0]} passed, {total[1]} failed' + (f', {total[2]} skipped' if total[2] else ''))
    return 0 if total[0] and not total[1] else 1


if __name__ == '__main__':
    sys.exit(main())
