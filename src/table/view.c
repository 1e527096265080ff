#include "view.h"

#include "bytes.h"

/* The sealed choices of the moves from `running` to n - 1: taken back and made once more, each is said where it was
 * made. */
static void make_face_down(struct view *out, const void *real, uint32_t running)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct match *match = out->match;
    const struct game *game = match->deal.game;
    uint32_t sealed = game_sealed(game, real);

    if (sealed == 0 || out->viewer == SPECTATOR)
        return;
    memcpy(state, real, game->state_size);
    game->reopen(state, sealed);
    for (uint32_t i = running; i < out->n && out->face_downs < FACE_DOWN_MAX; i++) {
        int seat = match->step[i].actor;

        if (seat != out->viewer && out->viewer != REFEREE)
            continue;
        out->face_down[out->face_downs++] = (struct face_down){game->say(state, seat, match->step[i].move),
                                                               (int8_t)seat};
        game->apply(state, seat, match->step[i].move, NULL);
    }
}

/* Whether the viewer has chosen this move in the sealed step whose moves are these. */
static bool is_chosen(const struct match *match, int viewer, move_t move, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (match->step[i].actor == viewer && match->step[i].move == move)
            return true;
    return false;
}

static void make_offers(struct view *out, const void *state, uint32_t sealed, uint32_t running, uint32_t until)
{
    const struct game *game = out->match->deal.game;
    move_t move[MOVES_MAX];
    int n;

    if (out->viewer >= out->match->deal.setup.seats)
        return;
    n = game_options(game, state, out->viewer, move, NULL);
    for (int i = 0; i < n; i++) {
        struct offer *offer = &out->offer[out->offers++];

        offer->move = move[i];
        offer->phrase = game->say(state, out->viewer, move[i]);
        offer->touches = (uint8_t)game->touch(state, out->viewer, move[i], offer->touch);
        offer->chosen = (sealed & BIT(out->viewer)) && is_chosen(out->match, out->viewer, move[i], running, until);
    }
}

/* `running`: where the moves of the simultaneous step at n begin. */
static void make_from(struct view *out, const struct match *match, int viewer, uint32_t n, uint32_t running,
                      const void *real)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    const struct game *game = match->deal.game;

    memset(out, 0, sizeof *out);
    out->match = match;
    out->viewer = viewer;
    out->n = n;
    make_face_down(out, real, running);
    out->n = game_sealed(game, real) ? running : n;
    out->present = n == match->n;
    game_view(game, real, viewer, state);
    out->asked = game->actors(real) | game_sealed(game, real);
    game->scene(state, viewer, &out->scene);
    out->waiting = out->scene.quiet ? out->asked : game->actors(real);
    out->over = game->actors(real) == 0;
    if (out->over) {
        game->result(state, &out->result);
        game_ranks(game, match->deal.setup.seats, &out->result, out->rank);
    } else {
        make_offers(out, state, game_sealed(game, real), running, n);
    }
}

void view_make(struct view *out, const struct match *match, int viewer)
{
    make_from(out, match, viewer, match->n, match->running, match->state);
}

void view_make_at(struct view *out, const struct match *match, int viewer, uint32_t n)
{
    _Alignas(8) unsigned char state[STATE_MAX];
    uint32_t running = match_state_at(match, n, state);

    make_from(out, match, viewer, n, running, state);
}

bool view_only_pass(const struct view *view)
{
    return view->offers == 1 && view->offer[0].move == PASS;
}

bool view_is_map(const struct scene_zone *zone)
{
    return zone->is->kind == ZONE_GRID || zone->is->kind == ZONE_RING || zone->is->kind == ZONE_TRAIL;
}

bool view_is_chessboard(const struct view *view, const struct scene_zone *zone, const struct scene_place *place)
{
    struct speech speech = match_speech(view->match, view->viewer);
    char label[SCENE_PLACES][4];

    if (!view_is_map(zone) || zone->places < 2)
        return false;
    for (int i = 0; i < zone->places; i++) {
        struct text text = text_in(label[i], sizeof label[i]);

        if (place[i].label.text == NO_TEXT)
            return false;
        sentence_put(&text, &speech, place[i].label);
        if (label[i][0] < 'A' || label[i][0] > 'Z' || label[i][1] < '1' || label[i][1] > '9' || label[i][2] != 0)
            return false;
        for (int k = 0; k < i; k++)
            if ((place[k].x == place[i].x) != (label[k][0] == label[i][0]) ||
                (place[k].y == place[i].y) != (label[k][1] == label[i][1]))
                return false;
    }
    return true;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static const char *const zone_names[ZONE_KINDS] = {
#define ZONE_NAME(id, name) name,
    ZONES(ZONE_NAME)
#undef ZONE_NAME
};

static const char *const role_names[ZONE_ROLES] = {
#define ROLE_NAME(id, name) name,
    ROLES(ROLE_NAME)
#undef ROLE_NAME
};

static const char *const scope_names[COUNTER_SCOPES] = {
#define SCOPE_NAME(id, name) name,
    SCOPES(SCOPE_NAME)
#undef SCOPE_NAME
};

static const char *const link_names[LINK_KINDS] = {
#define LINK_NAME(id, name) name,
    LINKS(LINK_NAME)
#undef LINK_NAME
};

static void json_phrase(struct text *out, const struct view *view, const char *key, struct phrase phrase)
{
    char words[512];
    struct text text = text_in(words, sizeof words);
    struct speech speech = match_speech(view->match, view->viewer);

    sentence_put(&text, &speech, phrase);
    json_key_string(out, key, words);
}

/* "B3" as column and row. */
static void json_field(struct text *out, const struct view *view, struct phrase label)
{
    struct speech speech = match_speech(view->match, view->viewer);
    char words[4];
    struct text text = text_in(words, sizeof words);

    sentence_put(&text, &speech, label);
    json_key_string(out, "column", (const char[]){words[0], 0});
    json_key_string(out, "row", words + 1);
}

static void json_owner(struct text *out, const char *key, int seat)
{
    json_key(out, key);
    if (seat == NOBODY)
        text_put(out, "null");
    else
        text_number(out, seat);
}

static void json_actors(struct text *out, const char *key, uint32_t actors)
{
    json_key(out, key);
    text_char(out, '[');
    for (FOR_BITS(actor, actors)) {
        json_comma(out);
        if (actor == CHANCE)
            json_quoted(out, "chance");
        else
            text_number(out, actor);
    }
    text_char(out, ']');
}

static void json_piece(struct text *out, const struct game *game, const struct scene_piece *piece)
{
    json_comma(out);
    text_char(out, '{');
    json_thing(out, game, piece->thing);
    if (piece->count == UNLIMITED)
        json_key_true(out, "endless");
    else if (piece->count != 1)
        json_key_number(out, "count", piece->count);
    if (piece->flags & PIECE_DOWN)
        json_key_true(out, "down");
    text_char(out, '}');
}

/* A label, its letter and its digit on a chessboard, and the seat that it names. */
static void json_label(struct text *out, const struct view *view, struct phrase label, bool chessboard)
{
    uint16_t things[PHRASE_ARGS];
    int seat;

    if (label.text == NO_TEXT)
        return;
    json_phrase(out, view, "label", label);
    if (chessboard)
        json_field(out, view, label);
    phrase_names(view->match->deal.game, label, &seat, things);
    if (seat != NOBODY)
        json_key_number(out, "seat", seat);
}

/* The title without whose it is, for whoever draws it beside a name. */
static void json_own(struct text *out, const struct view *view, struct phrase title)
{
    char words[512];
    struct text text = text_in(words, sizeof words);
    struct speech speech = match_speech(view->match, view->viewer);

    if (phrase_own_put(&text, &speech, title))
        json_key_string(out, "own", words);
}

static void json_zones(struct text *out, const struct view *view)
{
    const struct scene *scene = &view->scene;
    const struct scene_place *place = scene->place;
    const struct scene_piece *piece = scene->piece;

    json_key(out, "zones");
    text_char(out, '[');
    for (int z = 0; z < scene->zones; z++) {
        const struct scene_zone *zone = &scene->zone[z];
        bool chessboard = view_is_chessboard(view, zone, place);

        json_comma(out);
        text_char(out, '{');
        json_key_string(out, "id", zone->is->id);
        json_key_string(out, "kind", zone_names[zone->is->kind]);
        json_key_string(out, "role", role_names[zone->is->role]);
        json_owner(out, "owner", zone->owner);
        json_phrase(out, view, "title", zone->title);
        json_own(out, view, zone->title);
        json_key(out, "places");
        text_char(out, '[');
        for (int p = 0; p < zone->places; p++, place++) {
            json_comma(out);
            text_char(out, '{');
            json_key_number(out, "id", place->id);
            json_key_number(out, "x", place->x);
            json_key_number(out, "y", place->y);
            json_label(out, view, place->label, chessboard);
            json_key(out, "pieces");
            text_char(out, '[');
            for (int i = 0; i < place->pieces; i++)
                json_piece(out, view->match->deal.game, piece++);
            text_put(out, "]}");
        }
        text_put(out, "]}");
    }
    text_char(out, ']');
}

static void json_links(struct text *out, const struct scene *scene)
{
    if (scene->links == 0)
        return;
    json_key(out, "links");
    text_char(out, '[');
    for (int i = 0; i < scene->links; i++) {
        json_comma(out);
        text_char(out, '{');
        json_key_string(out, "kind", link_names[scene->link[i].kind]);
        json_key_number(out, "from", scene->link[i].from);
        json_key_number(out, "to", scene->link[i].to);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void json_notes(struct text *out, const struct view *view)
{
    json_key(out, "notes");
    text_char(out, '[');
    for (int i = 0; i < view->scene.notes; i++) {
        json_comma(out);
        text_char(out, '{');
        json_owner(out, "seat", view->scene.note[i].seat);
        json_phrase(out, view, "text", view->scene.note[i].phrase);
        text_char(out, '}');
    }
    text_char(out, ']');
}

void counter_json(struct text *out, const struct scene_counter *counter, const struct scene_zone *zone)
{
    json_key_string(out, "on", scope_names[counter->scope]);
    if (zone) {
        json_key_string(out, "zone", zone->is->id);
        json_owner(out, "owner", zone->owner);
    } else if (counter->scope != SCOPE_TABLE) {
        json_key_number(out, scope_names[counter->scope], counter->of);
    }
    json_key_number(out, "value", counter->value);
    if (counter->limit != NO_LIMIT)
        json_key_number(out, "limit", counter->limit);
    if (counter->flags & COUNTER_SCORE)
        json_key_true(out, "score");
}

static void json_counter(struct text *out, const struct view *view, const struct scene_counter *counter)
{
    json_comma(out);
    text_char(out, '{');
    counter_json(out, counter, counter->scope == SCOPE_ZONE ? &view->scene.zone[counter->of] : NULL);
    json_phrase(out, view, "text", counter->words);
    text_char(out, '}');
}

static void json_counters(struct text *out, const struct view *view)
{
    if (view->scene.counters == 0)
        return;
    json_key(out, "counters");
    text_char(out, '[');
    for (int i = 0; i < view->scene.counters; i++)
        json_counter(out, view, &view->scene.counter[i]);
    text_char(out, ']');
}

static void json_scene_keys(struct text *out, const struct view *view)
{
    json_phrase(out, view, "prompt", view->scene.prompt);
    if (view->scene.goal.text != NO_TEXT)
        json_phrase(out, view, "goal", view->scene.goal);
    if (view->scene.scored) {
        json_key(out, "scores");
        text_char(out, '[');
        for (int seat = 0; seat < view->match->deal.setup.seats; seat++) {
            json_comma(out);
            text_number(out, view->scene.score[seat]);
        }
        text_char(out, ']');
    }
    json_notes(out, view);
    json_counters(out, view);
    json_zones(out, view);
    json_links(out, &view->scene);
}

void view_scene_json(const struct view *view, struct text *out)
{
    text_char(out, '{');
    json_key_number(out, "scene", SCENE_VERSION);
    json_scene_keys(out, view);
    text_char(out, '}');
}

static void json_face_down(struct text *out, const struct view *view)
{
    if (view->face_downs == 0)
        return;
    json_key(out, "facedown");
    text_char(out, '[');
    for (int i = 0; i < view->face_downs; i++) {
        json_comma(out);
        text_char(out, '{');
        json_key_number(out, "seat", view->face_down[i].seat);
        json_phrase(out, view, "text", view->face_down[i].phrase);
        text_char(out, '}');
    }
    text_char(out, ']');
}

/* What groups offers, and what stands at the thing that is touched for one. */
static void json_parts(struct text *out, const struct view *view, struct phrase phrase)
{
    struct speech speech = match_speech(view->match, view->viewer);
    char words[512];
    struct text text = text_in(words, sizeof words);

    if (phrase_tag_put(&text, &speech, phrase))
        json_key_string(out, "tag", words);
    text = text_in(words, sizeof words);
    if (!phrase_number_put(&text, &speech, phrase))
        return;
    json_key_string(out, "number", words);
    text = text_in(words, sizeof words);
    phrase_group_put(&text, &speech, phrase);
    json_key_string(out, "group", words);
}

static void json_offers(struct text *out, const struct view *view)
{
    struct speech plain = speech_plain(view->match->deal.game);
    char words[512];

    json_key(out, "moves");
    text_char(out, '[');
    for (int i = 0; i < view->offers; i++) {
        const struct offer *offer = &view->offer[i];
        struct text text = text_in(words, sizeof words);

        json_comma(out);
        text_char(out, '{');
        json_key_number(out, "move", offer->move);
        phrase_put(&text, &plain, offer->phrase);
        json_key_string(out, "text", words);
        json_phrase(out, view, "label", offer->phrase);
        json_parts(out, view, offer->phrase);
        if (offer->chosen)
            json_key_true(out, "chosen");
        json_key(out, "touch");
        text_char(out, '[');
        for (int k = 0; k < offer->touches; k++) {
            json_comma(out);
            text_char(out, '{');
            json_key_number(out, "place", offer->touch[k].place);
            if (offer->touch[k].thing != NOTHING)
                json_key_string(out, "thing", view->match->deal.game->things[offer->touch[k].thing].name);
            text_char(out, '}');
        }
        text_put(out, "]}");
    }
    text_char(out, ']');
}

static void json_result(struct text *out, const struct view *view)
{
    json_key(out, "result");
    text_put(out, "{\"seats\":[");
    for (int seat = 0; seat < view->match->deal.setup.seats; seat++) {
        json_comma(out);
        text_char(out, '{');
        json_key_number(out, "rank", view->rank[seat]);
        json_key_number(out, "score", view->result.score[seat]);
        text_char(out, '}');
    }
    text_put(out, "],\"lines\":[");
    for (int i = 0; i < view->result.lines; i++) {
        json_comma(out);
        text_char(out, '{');
        json_owner(out, "seat", view->result.line[i].seat);
        json_phrase(out, view, "text", view->result.line[i].phrase);
        text_char(out, '}');
    }
    text_put(out, "]}");
}

void view_json(const struct view *view, struct text *out)
{
    const struct match *match = view->match;
    struct speech speech = match_speech(match, NOBODY);

    text_char(out, '{');
    json_key_number(out, "scene", SCENE_VERSION);
    json_key_string(out, "game", match->deal.game->id);
    json_key_string(out, "viewer", actor_word(view->viewer));
    json_key(out, "names");
    text_char(out, '[');
    for (int seat = 0; seat < match->deal.setup.seats; seat++) {
        char name[NAME_SIZE];
        struct text text = text_in(name, sizeof name);

        seat_put(&text, &speech, seat);
        json_comma(out);
        json_quoted(out, name);
    }
    text_char(out, ']');
    json_key_number(out, "n", view->n);
    if (view->present)
        json_key_number(out, "decision", match->decision);
    json_actors(out, "asked", view->asked);
    json_actors(out, "waiting", view->waiting);
    if (view->scene.quiet)
        json_key_true(out, "quiet");
    json_scene_keys(out, view);
    json_face_down(out, view);
    if (view->over)
        json_result(out, view);
    else
        json_offers(out, view);
    if (view_only_pass(view))
        json_key_true(out, "onlypass");
    text_char(out, '}');
}
