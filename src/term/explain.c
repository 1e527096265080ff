#include "explain.h"

bool step_focus(const struct frame *frame, int *focus, uint32_t key)
{
    int n = frame->targets;

    switch (key) {
    case KEY_ARROW_UP:
        *focus = frame_towards(frame, *focus, -1, 0);
        return true;
    case KEY_ARROW_DOWN:
        *focus = frame_towards(frame, *focus, 1, 0);
        return true;
    case KEY_ARROW_LEFT:
        *focus = frame_towards(frame, *focus, 0, -1);
        return true;
    case KEY_ARROW_RIGHT:
        *focus = frame_towards(frame, *focus, 0, 1);
        return true;
    case KEY_TAB_ON:
        *focus = n ? (*focus + 1) % n : 0;
        return true;
    case KEY_TAB_BACK:
        *focus = n ? (*focus + n - 1) % n : 0;
        return true;
    default:
        return false;
    }
}

/* The first target that is touched so, or is on that place (thing == NOTHING), or shows that thing (place == NOTHING);
 * -1: there is none. */
static int find_target(const struct frame *frame, struct touch touch)
{
    for (int i = 0; i < frame->targets; i++) {
        struct touch here = frame->target[i].touch;

        if ((touch.place == NOTHING || here.place == touch.place) &&
            (touch.thing == NOTHING || here.thing == touch.thing))
            return i;
    }
    return -1;
}

/* The first of some touches that has a thing is looked for; of empty places the first. */
static void try_target(const struct frame *frame, struct touch touch, int *found)
{
    int at = *found < 0 || frame->target[*found].touch.thing == NOTHING ? find_target(frame, touch) : -1;

    if (at >= 0 && (*found < 0 || frame->target[at].touch.thing != NOTHING))
        *found = at;
}

/* What was focused, or is meant by it: what it touches, what was touched before for the move that it makes, what that
 * touches, and what it names; -1: none of it can be seen. */
static int find_subject(const struct frame *frame, const struct desk *desk, const struct target *focus)
{
    int offer = focus->offer, found = -1, seat, n;
    uint16_t things[PHRASE_ARGS];
    const struct offer *it;

    if (offer == NO_OFFER) {
        try_target(frame, focus->touch, &found);
        offer = desk->asking && !desk->looking ? pick_leads_to(desk->view, &desk->pick, focus->touch) : NO_OFFER;
    }
    for (int i = desk->pick.n - 1; i >= 0; i--)
        try_target(frame, desk->pick.touch[i], &found);
    if (offer == NO_OFFER)
        return found;
    it = &desk->view->offer[offer];
    for (int i = it->touches - 1; i >= 0; i--)
        try_target(frame, it->touch[i], &found);
    n = phrase_names(desk->view->match->deal.game, it->phrase, &seat, things);
    for (int i = 0; i < n; i++)
        try_target(frame, (struct touch){NOTHING, things[i]}, &found);
    return found;
}

/* Where nothing is focused: the first thing in the viewer's hand, or of all. */
static int find_own(const struct frame *frame, const struct view *view)
{
    struct sight sight;

    for (int i = 0; i < frame->targets; i++)
        if (sight_at(view, frame->target[i].touch, 0, &sight) && sight.zone->is->role == ROLE_HAND &&
            sight.zone->owner == view->viewer)
            return i;
    return 0;
}

static void draw(struct stage *stage, struct desk *desk)
{
    const struct box *box = &stage->frame->box;

    desk->keys = "Esc or i closes   arrows Tab: others";
    frame_draw(stage->frame, desk, stage->screen.rows, stage->screen.columns);
    if (box->hidden == 0)
        return;
    desk->keys = "Esc or i closes   arrows Tab: others   PgUp PgDn: more";
    frame_draw(stage->frame, desk, stage->screen.rows, stage->screen.columns);
}

/* Of the words in the box; false if it is no such key. */
static bool scroll_words(const struct box *box, struct desk *desk, uint32_t key)
{
    int page = box->rows > 4 ? box->rows - 3 : 1;

    desk->lines += key == KEY_PAGE_UP      ? -page
                   : key == KEY_PAGE_DOWN  ? page
                   : key == KEY_WHEEL_UP   ? -1
                   : key == KEY_WHEEL_DOWN ? 1
                   : key == KEY_FIRST      ? -box->from
                   : key == KEY_LAST       ? box->hidden
                                           : 0;
    return key == KEY_PAGE_UP || key == KEY_PAGE_DOWN || key == KEY_WHEEL_UP || key == KEY_WHEEL_DOWN ||
           key == KEY_FIRST || key == KEY_LAST;
}

/* A click on the box does nothing, one on another thing explains that, and any other one is the end of it. */
static bool click(const struct stage *stage, struct desk *desk)
{
    const struct box *box = &stage->frame->box;
    int row = stage->screen.click_row, column = stage->screen.click_column, at;

    if (row >= box->row && row < box->row + box->rows && column < box->columns)
        return true;
    at = frame_target_at(stage->frame, row, column);
    if (at >= 0)
        desk->focus = at;
    return at >= 0;
}

/* What leaves pages, and what would take something on the table, is not to do more than to close the box. */
static bool is_done(uint32_t key)
{
    return key == 'i' || key == 'q' || key == ' ' || key == KEY_ESCAPE || key == KEY_ERASE || key == KEY_TAKE;
}

/* Draws the desk with the focus on the same thing as before, wherever that stands on a screen of another size; `on` is
 * what it was, and becomes what it is. */
static void draw_on(struct stage *stage, struct desk *desk, struct touch *on, bool again)
{
    const struct frame *frame = stage->frame;
    int found;

    draw(stage, desk);
    found = again ? find_target(frame, *on) : -1;
    if (found >= 0 && found != desk->focus) {
        desk->focus = found;
        draw(stage, desk);
    }
    if (desk->focus < frame->targets)
        *on = frame->target[desk->focus].touch;
}

static uint32_t run(struct stage *stage, struct desk *desk)
{
    struct touch on = {NOTHING, NOTHING};
    uint32_t key = KEY_NOTHING;

    for (;;) {
        int focus;

        draw_on(stage, desk, &on, key == KEY_SIZE);
        screen_show(&stage->screen, &stage->frame->cells);
        key = screen_key(&stage->screen, -1);
        focus = desk->focus;
        if (key == KEY_CLICK || key == KEY_POINT) {
            if (!click(stage, desk))
                return KEY_NOTHING;
        } else if (is_done(key)) {
            return KEY_NOTHING;
        } else if (!step_focus(stage->frame, &desk->focus, key) && !scroll_words(&stage->frame->box, desk, key) &&
                   key != KEY_SIZE && key != KEY_NOTHING) {
            return key;
        }
        desk->lines = desk->focus == focus ? desk->lines : 0;
    }
}

/* The same desk, where everything can be looked at. */
static struct desk desk_for(const struct desk *desk)
{
    struct desk own = *desk;

    own.looking = own.explaining = own.follow = true;
    own.message = NULL;
    own.lines = 0;
    return own;
}

uint32_t explain(struct stage *stage, const struct desk *desk)
{
    struct frame *frame = stage->frame;
    struct desk own = desk_for(desk);
    bool focused = desk->focus < frame->targets;
    struct target focus = focused ? frame->target[desk->focus] : (struct target){.offer = NO_OFFER};
    int found;

    draw(stage, &own);
    found = focused ? find_subject(frame, desk, &focus) : -1;
    own.focus = found < 0 ? find_own(frame, desk->view) : found;
    return run(stage, &own);
}

uint32_t explain_click(struct stage *stage, const struct desk *desk)
{
    struct desk own = desk_for(desk);
    struct touch touch;

    if (!frame_touch_at(stage->frame, stage->screen.click_row, stage->screen.click_column, &touch))
        return KEY_NOTHING;
    draw(stage, &own);
    own.focus = find_target(stage->frame, touch);
    return own.focus < 0 ? KEY_NOTHING : run(stage, &own);
}
