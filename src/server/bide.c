#include "bide.h"

#include <string.h>

#include "../bots/pace.h"
#include "../table/turns.h"

bool bide_is_over(const struct bide *bide, const struct room *room)
{
    return !bide->begun || bide->decision != room->match.decision || bide->shown != room_shown(room) ||
           bide->people != room->match.people;
}

/* Bots that answer at the same moment. */
static uint32_t together(const struct room *room)
{
    uint32_t bots = room_bots(room);

    return bots ? bots & turn_together(&room->match, bit_lowest(bots)) : 0;
}

/* A window of fixed length shows nothing before its end, whenever they answer; and it may be short. */
static uint32_t period_of(const struct room *room, bool tired)
{
    int bot = room_bot(room);

    return bot == NOBODY || room_in_window(room) ? 0 : pace_period(&room->match, bot, tired ? level_names[0] : NULL);
}

static void look_if_complete(struct bide *bide, const struct room *room, int64_t now)
{
    bide->complete = bide->ready && !(together(room) & ~bide->ready);
    bide->due = pace_due(bide->since, now, bide->period);
}

void bide_begin(struct bide *bide, const struct room *room, bool tired, int64_t now)
{
    bool goes_on = bide->begun && bide->decision == room->match.decision;

    bide->ready = goes_on ? bide->ready & together(room) : 0;
    bide->begun = true;
    bide->tired = tired;
    bide->decision = room->match.decision;
    bide->shown = room_shown(room);
    bide->people = room->match.people;
    bide->since = now;
    bide->period = period_of(room, tired);
    look_if_complete(bide, room, now);
}

int bide_ask(const struct bide *bide, const struct room *room)
{
    uint32_t missing = together(room) & ~bide->ready;

    return missing ? bit_lowest(missing) : NOBODY;
}

uint32_t bide_answer(struct bide *bide, const struct room *room, int seat, move_t move, int64_t now)
{
    bide->ready |= BIT(seat);
    bide->move[seat] = move;
    look_if_complete(bide, room, now);
    return bide->complete ? pace_cost(bide->since, bide->due, bide->period) : 0;
}

bool bide_waits(const struct bide *bide)
{
    return bide->complete && bide->ready;
}

bool bide_next(struct bide *bide, int64_t now, struct event *out)
{
    if (!bide_waits(bide) || now < bide->due)
        return false;
    memset(out, 0, sizeof *out);
    out->kind = EVENT_MOVE;
    out->seat = bit_lowest(bide->ready);
    out->move = bide->move[out->seat];
    out->decision = bide->decision;
    bide->ready &= ~BIT(out->seat);
    return true;
}
