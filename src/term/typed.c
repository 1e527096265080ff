#include "typed.h"

#include <string.h>

void offer_notation(char out[NOTATION_SIZE], const struct view *view, int offer)
{
    struct speech plain = speech_plain(view->match->deal.game);
    struct text text = text_in(out, NOTATION_SIZE);

    phrase_put(&text, &plain, view->offer[offer].phrase);
}

/* As it is said to the viewer. */
static void offer_spoken(char out[NOTATION_SIZE], const struct view *view, int offer)
{
    struct speech speech = match_speech(view->match, view->viewer);
    struct text text = text_in(out, NOTATION_SIZE);

    phrase_put(&text, &speech, view->offer[offer].phrase);
}

/* Letters small, blanks single and none at the beginning. */
static void simplify(char out[NOTATION_SIZE], const char *words)
{
    size_t n = 0;

    for (; *words && n + 1 < NOTATION_SIZE; words++) {
        char c = *words == '\t' ? ' ' : *words;

        if (c == ' ' && (n == 0 || out[n - 1] == ' '))
            continue;
        out[n++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    out[n] = 0;
}

static enum fit fit(const char *words, const char *typed)
{
    char simple[NOTATION_SIZE];

    if (text_same(words, typed))
        return FITS_WHOLE;
    simplify(simple, words);
    if (text_starts(simple, typed))
        return FITS_BEGINNING;
    return strstr(simple, typed) ? FITS_INSIDE : FITS_NOT;
}

static enum fit fit_of(const struct view *view, int offer, const char *typed)
{
    char words[NOTATION_SIZE];
    enum fit written, spoken;

    offer_notation(words, view, offer);
    written = fit(words, typed);
    offer_spoken(words, view, offer);
    spoken = fit(words, typed);
    return written > spoken ? written : spoken;
}

int offers_that_fit(const struct view *view, const char *typed, enum fit least, uint16_t out[MOVES_MAX])
{
    char simple[NOTATION_SIZE];
    int n = 0;

    simplify(simple, typed);
    for (int how = FITS_WHOLE; how >= (int)least; how--)
        for (int i = 0; i < view->offers; i++)
            if ((int)fit_of(view, i, simple) == how)
                out[n++] = (uint16_t)i;
    return n;
}

int offer_by_number(const struct view *view, const char *typed)
{
    uint64_t number;

    while (*typed == ' ')
        typed++;
    return text_read_number(typed, strlen(typed), view->offers, &number) && number > 0 ? (int)number - 1 : -1;
}
