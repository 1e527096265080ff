#include "type.h"

#include <stdio.h>
#include <string.h>

#include "typed.h"

/* Whether the words have this number, as a word of its own. */
static bool has_number(const char *words, const char *number)
{
    size_t n = strlen(number);

    for (const char *at = words; (at = strstr(at, number)) != NULL; at++) {
        bool before = at > words && at[-1] >= '0' && at[-1] <= '9', after = at[n] >= '0' && at[n] <= '9';

        if (!before && !after)
            return true;
    }
    return false;
}

/* The offers that fit. Of a number, "2" say, those that say it come before those with a 12. */
static int find_offers(const struct view *view, const char *typed, uint16_t out[MOVES_MAX])
{
    int n = offers_that_fit(view, typed, FITS_INSIDE, out), first = 0;

    if (*typed == 0 || typed[strspn(typed, "0123456789")] != 0)
        return n;
    for (int i = 0; i < n; i++) {
        char words[NOTATION_SIZE];
        uint16_t offer = out[i];

        offer_notation(words, view, offer);
        if (!has_number(words, typed))
            continue;
        memmove(out + first + 1, out + first, sizeof *out * (size_t)(i - first));
        out[first++] = offer;
    }
    return n;
}

/* All that the offers in the list begin with: what Tab fills in. */
static void complete(const struct view *view, const uint16_t found[], int n, char typed[TYPED_SIZE])
{
    char common[NOTATION_SIZE] = "", words[NOTATION_SIZE];

    for (int i = 0; i < n; i++) {
        size_t k = 0;

        offer_notation(words, view, found[i]);
        if (!text_starts(words, typed))
            continue;
        if (common[0] == 0)
            snprintf(common, sizeof common, "%s", words);
        while (common[k] && common[k] == words[k])
            k++;
        common[k] = 0;
    }
    if (strlen(common) > strlen(typed))
        snprintf(typed, TYPED_SIZE, "%.*s", TYPED_SIZE - 1, common);
}

/* The offers around the chosen one as lines, as many as there is room for. */
static void put_list(struct text *out, const struct view *view, const uint16_t found[], int n, int chosen, int room)
{
    int first = chosen >= room ? chosen - room + 1 : 0;

    for (int i = first; i < n && i < first + room; i++) {
        char words[NOTATION_SIZE];

        offer_notation(words, view, found[i]);
        text_put(out, i == chosen ? "> " : "  ");
        text_put(out, words);
        text_char(out, '\n');
    }
    if (n == 0)
        text_put(out, "  No move that is possible now fits this.\n");
}

/* The table stays in sight; the list stands in place of the news. */
static uint32_t ask(struct stage *stage, struct desk *desk, const char *typed, const char *list)
{
    struct desk asking = *desk;
    char message[TYPED_SIZE + 32];

    snprintf(message, sizeof message, "Your move: %s_", typed);
    asking.news = list;
    asking.others_n = 0;
    asking.tall = asking.from_top = true;
    asking.suggested = 0;
    asking.message = message;
    asking.focus = TARGETS_MAX;
    asking.asking = false;
    asking.keys = "type a part of it   arrows choose   Tab completes   Enter plays   Esc leaves";
    frame_draw(stage->frame, &asking, stage->screen.rows, stage->screen.columns);
    screen_show(&stage->screen, &stage->frame->cells);
    return screen_key(&stage->screen, -1);
}

int type_move(struct stage *stage, struct desk *desk, const char *begun)
{
    uint16_t found[MOVES_MAX];
    char typed[TYPED_SIZE], list[32 * NOTATION_SIZE];
    int chosen = 0, room, n;

    snprintf(typed, sizeof typed, "%s", begun);
    for (;;) {
        struct text out = text_in(list, sizeof list);
        uint32_t key;

        n = find_offers(desk->view, typed, found);
        chosen = chosen < n ? chosen : n > 0 ? n - 1 : 0;
        room = stage->screen.rows < 18 ? 1 : stage->screen.rows <= 24 ? 6 : 12;
        put_list(&out, desk->view, found, n, chosen, room);
        key = ask(stage, desk, typed, list);
        if (key == KEY_ESCAPE || key == KEY_CLOSED)
            return NO_OFFER;
        if (key == KEY_TAKE && n > 0)
            return found[chosen];
        if (key == KEY_ARROW_UP || key == KEY_ARROW_DOWN) {
            chosen += key == KEY_ARROW_DOWN ? 1 : chosen > 0 ? -1 : 0;
            continue;
        }
        if (key == KEY_TAB_ON)
            complete(desk->view, found, n, typed);
        else
            line_key(typed, sizeof typed, key);
        chosen = 0;
    }
}
