#include "news.h"

#include <string.h>

enum { LONG_AGO = 120 }; /* moves */

struct listener {
    struct speech speech;
    uint32_t last[SEATS_MAX];          /* each seat's last move; where there is none: after all */
    struct news_line *line[SEATS_MAX]; /* what is told of it, or NULL */
    bool named[SEATS_MAX];             /* it is a line that begins with the seat */
    struct news_line memory[SEATS_MAX];
    int lines; /* of the log up to now */
};

static void keep(struct listener *l, int seat, const char *words)
{
    struct text text = text_in(l->memory[seat].words, sizeof l->memory[seat].words);

    text_put(&text, words);
    l->memory[seat].back = l->lines;
    l->line[seat] = &l->memory[seat];
}

/* Of a move that nothing is said of in that way, the first thing that was told. */
static void hear(void *self, uint32_t index, const struct step *step, const struct facts *facts)
{
    struct listener *l = self;
    uint16_t things[PHRASE_ARGS];

    (void)step;
    for (int i = 0; i < facts->n; i++) {
        const struct fact *fact = &facts->fact[i];
        char words[512];
        struct text text = text_in(words, sizeof words);
        int named;

        if (!(fact->to & BIT(l->speech.viewer)) || fact->flags & FACT_SILENT)
            continue;
        l->lines++;
        sentence_put(&text, &l->speech, fact->phrase);
        phrase_names(l->speech.game, fact->phrase, &named, things);
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            if (seat == named && index >= l->last[seat] && !l->named[seat]) {
                keep(l, seat, words);
                l->named[seat] = true;
            } else if (index == l->last[seat] && !l->line[seat]) {
                keep(l, seat, words);
            }
        }
    }
}

int news_of_others(const struct match *match, int viewer, uint32_t n, struct news_line out[SEATS_MAX])
{
    struct listener l = {.speech = match_speech(match, viewer)};
    uint32_t from = n > LONG_AGO ? n - LONG_AGO : 0;
    int lines = 0;

    for (int seat = 0; seat < SEATS_MAX; seat++)
        l.last[seat] = n;
    for (uint32_t i = from; i < n; i++)
        if (match->step[i].actor < SEATS_MAX)
            l.last[match->step[i].actor] = i;
    match_tell(match, from, n, hear, &l);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int at = lines;

        if (seat == viewer || !l.line[seat] || l.last[seat] == n)
            continue;
        while (at > 0 && out[at - 1].back > l.line[seat]->back)
            at--;
        memmove(out + at + 1, out + at, sizeof *out * (size_t)(lines++ - at));
        out[at] = *l.line[seat];
    }
    for (int i = 0; i < lines; i++)
        out[i].back = l.lines - out[i].back + 1;
    return lines;
}
