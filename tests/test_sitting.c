/* test_sitting: people and bots around one screen, for all games: what is shown to whom, who is asked, and the way
 * back. */
#include "help.h"

#include "../src/table/sitting.h"
#include "../src/table/view.h"

static struct match match;
static struct sitting sitting;
static void *memory;
static struct why why;

static void begin(const char *id, uint32_t people)
{
    struct deal deal;

    free(memory);
    assert_true(deal_read(&deal, id, &why));
    memory = calloc(1, match_memory(deal.game));
    match_start(&match, &deal, memory);
    match.people = people;
    match_settle(&match);
    sitting_begin(&sitting, &match);
}

static struct cue next(void)
{
    struct cue cue, again;

    sitting_next(&sitting, &cue);
    sitting_next(&sitting, &again);
    assert_true(cue.is == again.is && cue.viewer == again.viewer && cue.seat == again.seat && cue.from == again.from &&
                cue.to == again.to && cue.bots == again.bots && cue.hold == again.hold && cue.pause == again.pause &&
                cue.changes == again.changes && cue.lines == again.lines && cue.over == again.over);
    assert_int_equal(cue.viewer, sitting.viewer);
    return cue;
}

static move_t any_move(int seat, struct luck *luck)
{
    move_t move[MOVES_MAX];
    int n = match_moves(&match, seat, move);

    assert_true(n > 0);
    return move[luck_below(luck, (uint32_t)n)];
}

/* Does what a cue says; a person makes any move. */
static void follow(const struct cue *cue, struct luck *luck)
{
    switch (cue->is) {
    case CUE_SHOW:
        sitting_shown(&sitting, cue);
        break;
    case CUE_CURTAIN:
        sitting_taken(&sitting);
        break;
    case CUE_ASK:
        assert_true(sitting_play(&sitting, cue->seat, match.decision, any_move(cue->seat, luck), &why));
        break;
    case CUE_PASS:
        assert_true(sitting_play(&sitting, cue->seat, match.decision, PASS, &why));
        break;
    case CUE_BOT:
        assert_true(sitting_hear(&sitting, any_move(cue->seat, luck), &why));
        break;
    case CUE_DUE:
        assert_true(sitting_answer(&sitting, &why));
        break;
    default:
        fail_msg("nothing can be done about cue %d", cue->is);
    }
}

/* Goes on until there is such a cue. */
static struct cue until(enum cue_kind kind, struct luck *luck)
{
    struct cue cue;

    while ((cue = next()).is != kind) {
        assert_int_not_equal(cue.is, CUE_OVER);
        follow(&cue, luck);
    }
    return cue;
}

/* ---- whole games ------------------------------------------------------------------------------ */

/* What a viewer is told of some moves. */
static const char *log_of(int viewer, uint32_t from, uint32_t to)
{
    static char lines[1 << 20];
    struct text out = text_in(lines, sizeof lines);

    lines[0] = 0;
    match_log(&match, viewer, from, to, false, &out);
    assert_false(out.full);
    return lines;
}

static int count_of(const char *lines)
{
    int n = 0;

    for (; *lines; lines++)
        n += *lines == '\n';
    return n;
}

/* What is on the screen belongs to those before it. */
static void check_eyes(const struct cue *cue)
{
    bool hides = turn_has_curtain(&match);

    if (hides && (cue->is == CUE_CURTAIN || cue->is == CUE_BOT || cue->is == CUE_DUE || cue->is == CUE_OVER))
        assert_int_equal(cue->viewer, SPECTATOR);
    if (hides && cue->viewer != SPECTATOR)
        assert_true(sitting.handed);
    if (cue->is == CUE_ASK || cue->is == CUE_PASS || cue->is == CUE_CURTAIN)
        assert_true(match.people & BIT(cue->seat));
    if (cue->is == CUE_ASK)
        assert_int_equal(cue->viewer, cue->seat);
    if (cue->is == CUE_BOT || cue->is == CUE_DUE)
        assert_true(cue->bots && !(cue->bots & match.people));
    if (bit_count(match.people) == 1)
        assert_int_equal(cue->viewer, bit_lowest(match.people));
    if (match.people == 0)
        assert_int_equal(cue->viewer, REFEREE);
}

/* Plays to the end. All that is told to those before the screen is shown, once and in order: one after the other has
 * seen all moves, whoever sits there. */
static void play_to_the_end(const char *id, uint32_t people, uint64_t seed)
{
    struct luck luck = {seed};
    uint32_t shown;
    struct cue cue;

    begin(id, people);
    shown = sitting_end(&match);
    while ((cue = next()).is != CUE_OVER) {
        check_eyes(&cue);
        if (cue.is == CUE_SHOW) {
            assert_true(cue.from >= shown && cue.to > cue.from && cue.to <= match.n);
            assert_int_equal(count_of(log_of(cue.viewer, cue.from, cue.to)), cue.lines);
            assert_string_equal(log_of(cue.viewer, shown, cue.from), ""); /* what was left out says nothing */
            shown = cue.to;
        } else if (cue.is == CUE_ASK) {
            assert_string_equal(log_of(cue.viewer, cue.to, sitting_end(&match)), "");
        }
        follow(&cue, &luck);
    }
    assert_true(match_over(&match));
    assert_string_equal(log_of(sitting.viewer, cue.to, match.n), "");
}

static void whole_games_with_people_and_bots_mixed(void **unused)
{
    char id[DEAL_TEXT_MAX];

    (void)unused;
    for (int g = 0; games[g]; g++) {
        for (int seats = games[g]->seats_min; seats <= games[g]->seats_max; seats++) {
            uint32_t all = BIT(seats) - 1;
            uint32_t mixes[] = {0, 1, all, 5 & all, all & ~1u};

            snprintf(id, sizeof id, "%s:%d#%d", games[g]->id, seats, 7 * seats + 1);
            for (size_t i = 0; i < sizeof mixes / sizeof mixes[0]; i++)
                play_to_the_end(id, mixes[i], i + 1);
        }
    }
}

/* ---- what is next ----------------------------------------------------------------------------- */

static void between_two_people_with_secrets_there_is_a_curtain(void **unused)
{
    struct luck luck = {3};
    struct cue cue;

    (void)unused;
    begin("mimsy:2#1", 3);
    cue = next();
    assert_int_equal(cue.is, CUE_CURTAIN);
    assert_int_equal(cue.viewer, SPECTATOR);
    sitting_taken(&sitting);
    cue = next();
    assert_int_equal(cue.is, CUE_ASK);
    while ((cue = next()).is == CUE_ASK) /* a turn of several parts */
        follow(&cue, &luck);
    assert_int_equal(cue.is, CUE_SHOW);
    assert_int_equal(cue.viewer, SPECTATOR);
    assert_int_equal(until(CUE_CURTAIN, &luck).seat, turn_next(&match));
}

/* Who is asked again after bots alone stays before the screen; what others turned up, and the end of a hand or round,
 * is for all to look at, and then nobody sits there. */
static void between_bots_alone_the_same_person_stays(void **unused)
{
    static const char *const ids[] = {"slithy:4#5", "pesky-gnomes:3#2", "gnumies:4#3", "mimsy:3#2"};
    int stayed = 0, drawn = 0;

    (void)unused;
    for (size_t g = 0; g < sizeof ids / sizeof ids[0]; g++) {
        struct luck luck = {3};
        bool all_look = false, away = false;
        int there = NOBODY;

        begin(ids[g], 3);
        for (struct cue cue; (cue = next()).is != CUE_OVER; follow(&cue, &luck)) {
            away = away || cue.viewer == SPECTATOR;
            for (uint32_t i = cue.from; i < cue.to && cue.viewer == SPECTATOR; i++)
                all_look = all_look || cue.over ||
                           (match.step[i].actor != there && match.people & BIT(match.step[i].actor));
            if (cue.is == CUE_CURTAIN) {
                assert_true(cue.seat != there || all_look);
                drawn += cue.seat == there;
                there = cue.seat;
                all_look = away = false;
            } else if (cue.is == CUE_ASK) {
                assert_true(cue.seat == there && !all_look);
                stayed += away;
                away = false;
            }
        }
    }
    assert_true(stayed > 0 && drawn > 0);
}

static void an_open_game_has_no_curtain(void **unused)
{
    struct luck luck = {3};

    (void)unused;
    begin("gyre:2#1", 3);
    for (int i = 0; i < 60 && !match_over(&match); i++) {
        struct cue cue = next();

        assert_int_not_equal(cue.is, CUE_CURTAIN);
        follow(&cue, &luck);
    }
}

static void where_several_choose_unseen_the_last_can_choose_again_at_the_curtain(void **unused)
{
    struct luck luck = {3};
    struct cue cue;
    int first;

    (void)unused;
    begin("gnumies:3#3", 3); /* seat 2 is a bot */
    cue = until(CUE_CURTAIN, &luck);
    assert_int_equal(cue.changes, NOBODY);
    first = cue.seat;
    sitting_taken(&sitting);
    while ((cue = next()).is == CUE_ASK)
        follow(&cue, &luck);
    assert_int_equal(cue.is, CUE_CURTAIN);
    assert_int_equal(cue.changes, first);
    sitting_begin(&sitting, &match); /* and when they go on another day */
    cue = next();
    assert_int_equal(cue.is, CUE_CURTAIN);
    assert_int_equal(cue.changes, first);
    assert_true(sitting_may_undo(&sitting));
    assert_true(sitting_undo(&sitting, MATCH_LAST, &why));
    cue = next();
    assert_int_equal(cue.is, CUE_CURTAIN);
    assert_int_equal(cue.seat, first);
}

/* A whole turn in the open may be taken back there too, by who has made it and while the rules of taking back allow it.
 */
static void at_the_curtain_the_last_turn_can_be_taken_back(void **unused)
{
    struct luck luck = {3};
    struct cue cue;
    uint32_t n;
    int first;

    (void)unused;
    begin("mimsy:2#1", 3);
    first = until(CUE_ASK, &luck).seat;
    n = match.n;
    cue = until(CUE_CURTAIN, &luck);
    assert_int_equal(cue.seat, 1 - first);
    assert_int_equal(cue.changes, first);
    assert_true(sitting_undo(&sitting, MATCH_LAST, &why));
    cue = next();
    assert_int_equal(cue.is, CUE_CURTAIN); /* nobody's eyes are opened by that */
    assert_int_equal(cue.seat, first);
    assert_true(match.n >= n && match.n < match.known);
    sitting_taken(&sitting);
    assert_int_equal(next().is, CUE_ASK);
}

static void bots_that_choose_unseen_answer_together(void **unused)
{
    struct luck luck = {3};
    struct cue cue;

    (void)unused;
    begin("gnumies:4#3", 1);
    cue = until(CUE_BOT, &luck);
    assert_int_equal(cue.bots, BIT(1) | BIT(2) | BIT(3));
    while ((cue = next()).is == CUE_BOT) {
        uint32_t n = match.n;

        follow(&cue, &luck);
        assert_true(match.n == n || match.running < match.n); /* at most a part, face down */
    }
    assert_int_equal(cue.is, CUE_DUE);
    assert_int_equal(cue.bots, BIT(1) | BIT(2) | BIT(3));
}

/* A front end of words alone may wish that more of them than can be read in passing stay; where only bots play nobody
 * would say when it goes on. */
static void many_lines_stay_where_that_is_wished(void **unused)
{
    int stayed[2] = {0}, too_many = 0;

    (void)unused;
    for (int wish = 0; wish < 2; wish++) {
        struct luck luck = {5};

        begin("mimsy:3#4", 1);
        sitting.reads = wish ? 3 : 0;
        for (struct cue cue; (cue = next()).is != CUE_OVER; follow(&cue, &luck)) {
            if (cue.is != CUE_SHOW)
                continue;
            stayed[wish] += cue.hold;
            too_many += wish && cue.lines > 3;
        }
    }
    assert_int_equal(stayed[0], 0); /* Mimsy has no hands or rounds */
    assert_true(too_many > 0);
    assert_int_equal(stayed[1], too_many);
    begin("mimsy:3#4", 0);
    sitting.reads = 1;
    for (struct cue cue; (cue = next()).is != CUE_OVER; follow(&cue, &(struct luck){5}))
        assert_false(cue.hold);
}

/* In Gnoming A Round cards are turned and drawn: with luck from outside that is refused, for people and bots, and
 * nothing has changed. */
static void where_chance_could_not_act_nobody_moves(void **unused)
{
    (void)unused;
    for (uint32_t people = 0; people < 2; people++) {
        bool refused = false;

        begin("gnoming-a-round:2#7", people ? 3 : 0);
        match.well = NULL;
        while (!refused) {
            struct cue cue = next();
            uint64_t hash = match_hash(&match);
            struct luck luck = {1};

            if (cue.is == CUE_ASK)
                refused = !sitting_play(&sitting, cue.seat, match.decision, any_move(cue.seat, &luck), &why);
            else if (cue.is == CUE_DUE)
                refused = !sitting_answer(&sitting, &why);
            else
                follow(&cue, &luck);
            assert_int_not_equal(cue.is, CUE_OVER);
            if (refused)
                assert_true(match_hash(&match) == hash && strstr(why.text, "luck given"));
        }
    }
}

/* ---- passing ---------------------------------------------------------------------------------- */

/* Where passing is all that can be done it is done, if the person wishes so; not just after going back there. */
static void passing_by_itself(void **unused)
{
    struct luck luck = {5};
    int passed = 0, asked = 0;

    (void)unused;
    begin("oh-gnome:3#2", 1);
    sitting.passes = true;
    for (struct cue cue; (cue = next()).is != CUE_OVER; follow(&cue, &luck)) {
        move_t move[MOVES_MAX];

        passed += cue.is == CUE_PASS;
        if (cue.is != CUE_ASK)
            continue;
        asked++;
        assert_true(match_moves(&match, cue.seat, move) > 1 || move[0] != PASS);
    }
    assert_true(passed > 0 && asked > 0);
    begin("oh-gnome:3#2", 3); /* two people: who passes by itself would show what it holds */
    sitting.passes = true;
    for (int i = 0; i < 300 && !match_over(&match); i++) {
        struct cue cue = next();

        assert_int_not_equal(cue.is, CUE_PASS);
        follow(&cue, &luck);
    }
}

/* ---- the way back ----------------------------------------------------------------------------- */

static void going_back_and_forward_alone(void **unused)
{
    struct luck luck = {9};
    struct cue cue;
    uint32_t n;

    (void)unused;
    begin("mimsy:2#4", 1);
    until(CUE_ASK, &luck);
    assert_false(sitting_may_undo(&sitting));
    cue = next();
    follow(&cue, &luck);
    until(CUE_ASK, &luck);
    n = match.n;
    assert_true(sitting_may_undo(&sitting));
    assert_true(sitting_undo(&sitting, MATCH_LAST, &why));
    assert_int_equal(next().is, CUE_ASK); /* nothing is shown again */
    assert_true(match.n < n && sitting_may_redo(&sitting));
    while (sitting_may_redo(&sitting))
        assert_true(sitting_redo(&sitting, &why));
    assert_int_equal(match.n, n);
    assert_int_equal(next().is, CUE_ASK);
}

/* Two people with secrets: half of a turn is taken back and made again without a curtain, for the same person sits
 * there and is asked. */
static void who_takes_half_a_turn_back_stays_before_the_screen(void **unused)
{
    struct luck luck = {9};
    struct cue cue;
    int first;

    (void)unused;
    begin("mimsy:2#4", 3);
    do { /* a turn of one part is as good as over */
        cue = until(CUE_ASK, &luck);
        first = cue.seat;
        follow(&cue, &luck);
        while ((cue = next()).is == CUE_SHOW)
            follow(&cue, &luck);
    } while (cue.is != CUE_ASK);
    for (int i = 0; i < 2; i++) {
        assert_true(i ? sitting_redo(&sitting, &why) : sitting_undo(&sitting, MATCH_LAST, &why));
        cue = next();
        assert_int_equal(cue.is, CUE_ASK);
        assert_int_equal(cue.seat, first);
    }
    while ((cue = next()).is == CUE_ASK || cue.is == CUE_SHOW)
        follow(&cue, &luck);
    assert_int_equal(cue.is, CUE_CURTAIN);
    assert_int_equal(cue.seat, 1 - first); /* the other one is still behind a curtain */
}

static void of_people_who_share_an_open_game_the_last_goes_back(void **unused)
{
    struct luck luck = {9};
    struct cue cue;
    int first;

    (void)unused;
    begin("gyre:2#4", 3);
    cue = until(CUE_ASK, &luck);
    first = cue.seat;
    while ((cue = until(CUE_ASK, &luck)).seat == first)
        follow(&cue, &luck);
    sitting_begin(&sitting, &match); /* on another day too */
    assert_true(sitting_may_undo(&sitting));
    assert_int_equal(sitting_undoer(&sitting), first);
    assert_true(sitting_undo(&sitting, MATCH_LAST, &why));
    assert_int_equal(next().seat, first);
}

/* Two people and a bot, nothing hidden: a turn that the bot has answered is taken back and made again, and the bot's
 * answer with it. */
static void what_bots_answered_is_made_again_among_people_too(void **unused)
{
    struct luck luck = {9};
    struct cue cue;
    uint64_t hash;
    uint32_t n;

    (void)unused;
    begin("gyre:3#4", 3);
    while ((cue = next()).is != CUE_ASK || match.step[match.n - 1].actor != 2 || sitting.last == NOBODY)
        follow(&cue, &luck);
    n = match.n;
    hash = match_hash(&match);
    assert_true(sitting_undo(&sitting, MATCH_LAST, &why));
    while (sitting_may_redo(&sitting))
        assert_true(sitting_redo(&sitting, &why));
    assert_true(match.n == n && match_hash(&match) == hash);
}

/* Back, and forward again to where it was, by the cues alone. */
static void check_back_and_forward(void)
{
    uint32_t n = match.n;
    uint64_t hash = match_hash(&match);
    bool lies = game_sealed(match.deal.game, match.state) & BIT(sitting_undoer(&sitting));
    struct cue cue;

    assert_true(sitting_undo(&sitting, MATCH_LAST, &why));
    while (!lies && match.n < n) {
        if ((cue = next()).is == CUE_SHOW || cue.is == CUE_CURTAIN)
            follow(&cue, NULL);
        else
            assert_true(sitting_redo(&sitting, &why));
    }
    assert_true(lies || (match.n == n && match_hash(&match) == hash));
}

/* Between people with secrets only who has taken the screen is shown what is theirs. */
static void check_there(const struct cue *cue, int *there)
{
    if (turn_has_curtain(&match) && cue->viewer != SPECTATOR)
        assert_int_equal(cue->viewer, *there);
    if (cue->is == CUE_CURTAIN)
        *there = cue->seat;
}

/* Whoever sits where, at any cue somebody may go back, forward, or come again on another day: what is said to be
 * possible is, and leads where it should. */
static void wander(const char *id, uint32_t people, uint64_t seed)
{
    enum { STEPS = 400, OFTEN = 12 };
    struct luck luck = {seed};
    int there = NOBODY;

    begin(id, people);
    for (int i = 0; i < STEPS; i++) {
        struct cue cue = next();
        bool back = sitting_may_undo(&sitting), forward = sitting_may_redo(&sitting);

        check_there(&cue, &there);
        switch (luck_below(&luck, OFTEN)) {
        case 0:
            if (back)
                check_back_and_forward();
            break;
        case 1:
            assert_true(sitting_undo(&sitting, MATCH_LAST, &why) == back);
            break;
        case 2:
            assert_true(sitting_redo(&sitting, &why) == forward);
            break;
        case 3:
            sitting_begin(&sitting, &match);
            there = NOBODY;
            assert_true(!back || turn_has_curtain(&match) || sitting_may_undo(&sitting));
            assert_int_not_equal(next().is, CUE_SHOW);
            break;
        default:
            if (cue.is == CUE_OVER)
                return;
            follow(&cue, &luck);
        }
        if (turn_has_curtain(&match) && !sitting.handed)
            assert_int_equal(sitting.viewer, SPECTATOR);
    }
}

static void wherever_people_go_back_and_forward(void **unused)
{
    char id[DEAL_TEXT_MAX];

    (void)unused;
    for (int g = 0; games[g]; g++) {
        for (int seats = games[g]->seats_min; seats <= games[g]->seats_max; seats++) {
            snprintf(id, sizeof id, "%s:%d#%d", games[g]->id, seats, 3 * seats + 2);
            for (uint32_t people = 1; people < BIT(seats); people += 1 + people / 3)
                wander(id, people, people + (uint32_t)seats);
        }
    }
}

/* What comes at the wrong moment is refused and changes nothing. */
static void what_nobody_asked_for_is_refused(void **unused)
{
    struct luck luck = {3};
    struct cue cue;
    uint32_t n;

    (void)unused;
    begin("gnumies:4#3", 3);
    assert_false(sitting_answer(&sitting, &why));
    assert_false(sitting_hear(&sitting, PASS, &why));
    until(CUE_BOT, &luck);
    n = match.n;
    assert_false(sitting_answer(&sitting, &why));
    assert_non_null(strstr(why.text, "not decided"));
    assert_int_equal(match.n, n);
    cue = until(CUE_SHOW, &luck);
    sitting_taken(&sitting);
    assert_int_equal(next().is, CUE_SHOW);
    assert_int_equal(next().viewer, cue.viewer);
}

static void where_only_bots_play_nobody_goes_back(void **unused)
{
    (void)unused;
    begin("mimsy:2#4", 0);
    assert_false(sitting_may_undo(&sitting));
    assert_false(sitting_undo(&sitting, MATCH_LAST, &why));
    assert_true(why.text[0]);
    assert_false(sitting_redo(&sitting, &why));
}

/* ---- news ------------------------------------------------------------------------------------- */

static void news_begin_at_the_own_last_move(void **unused)
{
    struct luck luck = {2};
    struct cue cue;
    uint32_t own;

    (void)unused;
    begin("mimsy:3#4", 1);
    cue = until(CUE_ASK, &luck);
    own = match.n;
    follow(&cue, &luck);
    while ((cue = next()).is != CUE_ASK || match.n == own) {
        if (cue.is == CUE_ASK)
            own = match.n;
        follow(&cue, &luck);
    }
    assert_int_equal(sitting_news(&sitting, match.n), own);
}

/* ---- any eyes --------------------------------------------------------------------------------- */

/* A step of gnumies in which all choose unseen, in this order, each the first thing; what a viewer is shown of it. */
static struct cue chosen_in_order(const int order[], int viewer, uint32_t *news)
{
    move_t move[MOVES_MAX];
    uint32_t from;
    struct cue cue;

    begin("gnumies:3#3", 7);
    from = sitting_end(&match);
    while (sitting_end(&match) == from)
        for (int i = 0; i < 3; i++)
            if (match.deal.game->actors(match.state) & BIT(order[i]) && match_moves(&match, order[i], move) > 0)
                assert_true(match_play(&match, order[i], match.decision, move[0], &why));
    sitting_look(&match, viewer, from, sitting_end(&match), &cue);
    *news = sitting_news_of(&match, viewer, cue.to);
    return cue;
}

static void what_is_shown_does_not_tell_who_was_quicker(void **unused)
{
    static const int orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {1, 2, 0}};

    (void)unused;
    for (int viewer = 0; viewer < 3; viewer++) {
        uint32_t news, other_news;
        struct cue cue = chosen_in_order(orders[0], viewer, &news);

        assert_true(cue.lines > 0 && cue.pause); /* others have chosen too: that is to be seen */
        assert_int_equal(news, cue.from);        /* all choices of the step are news */
        for (int i = 1; i < 4; i++) {
            struct cue other = chosen_in_order(orders[i], viewer, &other_news);

            assert_int_equal(news, other_news);
            assert_true(cue.to == other.to && cue.lines == other.lines && cue.over == other.over &&
                        cue.hold == other.hold && cue.pause == other.pause);
        }
    }
}

/* All games, each viewer: every line is shown once. It stays where a hand or round is over and much is said of it; it
 * pauses but where nothing is said and where one's own move was the last and the next is one's own. */
static void what_any_eyes_are_shown(void **unused)
{
    static const int viewers[] = {0, 1, SPECTATOR};
    int holds = 0, on = 0;

    (void)unused;
    for (int g = 0; games[g]; g++) {
        struct luck luck = {g + 1u};
        char id[DEAL_TEXT_MAX];

        if (games[g]->seats_max < 2)
            continue;
        snprintf(id, sizeof id, "%s:%d#%d", games[g]->id, games[g]->seats_min > 2 ? games[g]->seats_min : 2, g + 1);
        begin(id, 1); /* at the others bots sit: nobody who could be asked */
        for (int i = 0; i < 400 && !match_over(&match); i++) {
            int seat = bit_lowest(match.deal.game->actors(match.state));
            uint32_t shown = sitting_end(&match);

            assert_true(match_play(&match, seat, match.decision, any_move(seat, &luck), &why));
            for (int v = 0; v < 3; v++) {
                for (uint32_t at = shown; at < sitting_end(&match);) {
                    struct cue cue;
                    bool goes_on;

                    sitting_look(&match, viewers[v], at, sitting_end(&match), &cue);
                    goes_on = viewers[v] == 0 && match.step[at].actor == 0 && cue.to == sitting_end(&match) &&
                              match.deal.game->actors(match.state) & 1;
                    assert_true(cue.from == at && cue.to > at);
                    assert_int_equal(cue.lines, count_of(log_of(viewers[v], at, cue.to)));
                    assert_true(cue.hold == (cue.over && cue.lines >= 3));
                    if (cue.lines == 0 || !(match.deal.game->flags & GAME_SEALED))
                        assert_true(cue.pause == (cue.lines > 0 && !goes_on));
                    holds += cue.hold;
                    on += goes_on && !cue.pause;
                    at = cue.to;
                }
            }
        }
    }
    assert_true(holds > 0 && on > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_with_people_and_bots_mixed),
        cmocka_unit_test(between_two_people_with_secrets_there_is_a_curtain),
        cmocka_unit_test(between_bots_alone_the_same_person_stays),
        cmocka_unit_test(an_open_game_has_no_curtain),
        cmocka_unit_test(where_several_choose_unseen_the_last_can_choose_again_at_the_curtain),
        cmocka_unit_test(at_the_curtain_the_last_turn_can_be_taken_back),
        cmocka_unit_test(bots_that_choose_unseen_answer_together),
        cmocka_unit_test(many_lines_stay_where_that_is_wished),
        cmocka_unit_test(where_chance_could_not_act_nobody_moves),
        cmocka_unit_test(passing_by_itself),
        cmocka_unit_test(going_back_and_forward_alone),
        cmocka_unit_test(who_takes_half_a_turn_back_stays_before_the_screen),
        cmocka_unit_test(of_people_who_share_an_open_game_the_last_goes_back),
        cmocka_unit_test(what_bots_answered_is_made_again_among_people_too),
        cmocka_unit_test(wherever_people_go_back_and_forward),
        cmocka_unit_test(what_nobody_asked_for_is_refused),
        cmocka_unit_test(where_only_bots_play_nobody_goes_back),
        cmocka_unit_test(news_begin_at_the_own_last_move),
        cmocka_unit_test(what_is_shown_does_not_tell_who_was_quicker),
        cmocka_unit_test(what_any_eyes_are_shown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
