/* seen.h: what a game shows and tells in a position that a test has laid out: counters, goals, words about things, and
 * the pieces that facts move. Included behind the source of the game, with SEEN_GAME as its table. */
#ifndef WABE_SEEN_H
#define WABE_SEEN_H

/* Empty where there is nothing to say. */
static inline const char *words_of(struct phrase phrase, int viewer)
{
    static char words[512];
    struct text text = text_in(words, sizeof words);
    struct speech speech = speech_plain(&SEEN_GAME);

    text_put(&text, "");
    speech.viewer = viewer;
    if (phrase.text != NO_TEXT)
        assert_true(phrase_put(&text, &speech, phrase));
    return words;
}

static inline const struct scene *seen_by(const struct state *s, int viewer)
{
    static struct scene seen;

    memset(&seen, 0, sizeof seen);
    scene(s, viewer, &seen);
    assert_int_equal(seen.lost, 0);
    return &seen;
}

static inline void expect_goal(const struct state *s, int viewer, const char *words)
{
    assert_string_equal(words_of(seen_by(s, viewer)->goal, viewer), words);
}

/* As the viewer reads it, who is "you". */
static inline void expect_prompt(const struct state *s, int viewer, const char *words)
{
    assert_string_equal(words_of(seen_by(s, viewer)->prompt, viewer), words);
}

/* The first note about the whole table. */
static inline void expect_note(const struct state *s, int viewer, const char *words)
{
    const struct scene *seen = seen_by(s, viewer);
    int i = 0;

    while (i < seen->notes && seen->note[i].seat != NOBODY)
        i++;
    assert_true(i < seen->notes);
    assert_string_equal(words_of(seen->note[i].phrase, viewer), words);
}

/* What the counter of this name and owner shows to a viewer. */
static inline void expect_counter(const struct state *s, int viewer, int scope, int of, const char *words, int value,
                                  int limit)
{
    const struct scene *seen = seen_by(s, viewer);

    for (int i = 0; i < seen->counters; i++) {
        const struct scene_counter *counter = &seen->counter[i];

        if (counter->scope == scope && counter->of == of && strcmp(words_of(counter->words, viewer), words) == 0) {
            assert_int_equal(counter->value, value);
            assert_int_equal(counter->limit, limit);
            return;
        }
    }
    fail_msg("there is no counter '%s'", words);
}

struct gone {
    int thing, count, from, to;
};

/* What the facts of a move say to a viewer of pieces that went somewhere, in this order. */
static inline void expect_gone(const struct facts *facts, int viewer, const struct gone expected[], int n)
{
    int told = 0;

    for (int i = 0; i < facts->transfers; i++) {
        const struct transfer *transfer = &facts->transfer[i];

        if (!(facts->fact[transfer->fact].to & BIT(viewer)))
            continue;
        assert_true(told < n);
        assert_int_equal(transfer->thing, expected[told].thing);
        assert_int_equal(transfer->count, expected[told].count);
        assert_int_equal(transfer->from, expected[told].from);
        assert_int_equal(transfer->to, expected[told].to);
        told++;
    }
    assert_int_equal(told, n);
}

#define EXPECT_GONE(facts, viewer, ...)                                                                                \
    expect_gone((facts), (viewer), (const struct gone[]){__VA_ARGS__},                                                 \
                (int)(sizeof((const struct gone[]){__VA_ARGS__}) / sizeof(struct gone)))

/* The words about a thing say this. */
static inline void expect_about(const struct setup *setup, int thing, const char *part)
{
    const char *words = words_of(about(setup, thing), SPECTATOR);

    if (!strstr(words, part))
        fail_msg("'%s' is not in '%s'", part, words);
}

/* A game with an option at this value. */
static inline struct setup with_number(int seats, int option, const char *value)
{
    struct setup setup = {.seats = (uint8_t)seats};

    assert_true(option_read(&options[option], value, &setup.option[option]));
    return setup;
}

/* The value of a counter that must be there, with this limit. */
static inline int counted(const struct scene *sc, int scope, int of, struct phrase words, int limit)
{
    for (int i = 0; i < sc->counters; i++) {
        const struct scene_counter *counter = &sc->counter[i];

        if (counter->scope == scope && counter->of == of && memcmp(&counter->words, &words, sizeof words) == 0) {
            assert_int_equal(counter->limit, limit);
            return counter->value;
        }
    }
    fail_msg("there is no counter with text %d", words.text);
    return 0;
}

static inline const char *goal_words(const struct state *s, int viewer)
{
    return words_of(seen_by(s, viewer)->goal, SPECTATOR);
}

static inline bool says(const struct setup *setup, int thing, const char *words)
{
    return strstr(words_of(about(setup, thing), SPECTATOR), words) != NULL;
}

static inline void check_transfer(const struct facts *facts, int i, int thing, int count, int from, int to)
{
    assert_true(i < facts->transfers);
    assert_int_equal(facts->transfer[i].thing, thing);
    assert_int_equal(facts->transfer[i].count, count);
    assert_int_equal(facts->transfer[i].from, from);
    assert_int_equal(facts->transfer[i].to, to);
}

/* The text of the fact that a transfer belongs to. */
static inline int text_of(const struct facts *facts, int i)
{
    return facts->fact[facts->transfer[i].fact].phrase.text;
}

#endif
