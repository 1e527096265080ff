#include "pick.h"

static bool same_touch(struct touch a, struct touch b)
{
    return a.place == b.place && a.thing == b.thing;
}

/* Whether what has been touched is how this offer begins. */
static bool begins(const struct offer *offer, const struct pick *pick)
{
    if (offer->touches < pick->n)
        return false;
    for (int i = 0; i < pick->n; i++)
        if (!same_touch(offer->touch[i], pick->touch[i]))
            return false;
    return true;
}

static void add_touch(struct choices *out, struct touch touch)
{
    for (int i = 0; i < out->touches; i++)
        if (same_touch(out->touch[i], touch))
            return;
    if (out->touches < PICKS_MAX)
        out->touch[out->touches++] = touch;
}

void pick_choices(const struct view *view, const struct pick *pick, struct choices *out)
{
    out->touches = out->buttons = 0;
    for (int i = 0; i < view->offers; i++) {
        const struct offer *offer = &view->offer[i];

        if (!begins(offer, pick))
            continue;
        if (offer->touches > pick->n)
            add_touch(out, offer->touch[pick->n]);
        else
            out->button[out->buttons++] = (uint16_t)i;
    }
}

int pick_leads_to(const struct view *view, const struct pick *pick, struct touch touch)
{
    struct pick more = *pick;
    int found = NO_OFFER;

    more.touch[more.n++] = touch;
    for (int i = 0; i < view->offers; i++) {
        if (!begins(&view->offer[i], &more))
            continue;
        if (found != NO_OFFER)
            return NO_OFFER;
        found = i;
    }
    return found;
}

int pick_touch(const struct view *view, struct pick *pick, struct touch touch)
{
    int offer = pick_leads_to(view, pick, touch);

    if (offer != NO_OFFER)
        pick->n = 0;
    else
        pick->touch[pick->n++] = touch;
    return offer;
}

bool pick_back(struct pick *pick)
{
    if (pick->n == 0)
        return false;
    pick->n--;
    return true;
}
