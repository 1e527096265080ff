/* jabberwocky.h: the cards and gems that the eight games of the Jabberwocky box share. */
#ifndef WABE_JABBERWOCKY_H
#define WABE_JABBERWOCKY_H

#include "game.h"

/* The suits in the order that breaks ties: green, yellow, purple. */
enum { SUITS = 3, NUMBERS = 5, NUMBER_CARDS = SUITS * NUMBERS };

enum {
    JABBERWOCKY_CARD = NUMBER_CARDS, /* + suit */
    GEM = JABBERWOCKY_CARD + SUITS,  /* + suit */
    NUMBER_BACK = GEM + SUITS,
    JABBERWOCKY_BACK,
    ANY_GEM, /* where its colour means nothing */
    JABBERWOCKY_THINGS_N
};

/* Number cards are 0 to 14, suit by suit. */
#define CARD(suit, number) ((suit) * NUMBERS + (number) - 1)

/* All of them, as a set (bits.h) and as a deck (pool.h). */
#define ALL_NUMBER_CARDS  (BIT(NUMBER_CARDS) - 1u)
#define POOL_NUMBER_CARDS 0xedcba9876543210u

static inline int card_suit(int card)
{
    return card / NUMBERS;
}

static inline int card_number(int card)
{
    return card % NUMBERS + 1;
}

static inline int suit_colour(int suit)
{
    return COLOUR_GREEN + suit;
}

/* A heap: gems that are together, as one number with four bits for each suit. The box has 8 of a suit, so heaps are
 * joined by adding them. */
enum { GEMS_OF_SUIT = 8 };

static inline int gems_of(uint32_t heap, int suit)
{
    return (int)(heap >> (4 * suit) & 15);
}

static inline void scene_heap(struct scene *out, uint32_t heap)
{
    for (int suit = 0; suit < SUITS; suit++)
        scene_piece(out, GEM + suit, gems_of(heap, suit), 0);
}

#define NUMBER_CARDS_OF(name, mark, colour)                                                                            \
    {name " 1", mark "1", THING_CARD, colour, 1, NUMBER_BACK},                                                         \
        {name " 2", mark "2", THING_CARD, colour, 2, NUMBER_BACK},                                                     \
        {name " 3", mark "3", THING_CARD, colour, 3, NUMBER_BACK},                                                     \
        {name " 4", mark "4", THING_CARD, colour, 4, NUMBER_BACK},                                                     \
    {                                                                                                                  \
        name " 5", mark "5", THING_CARD, colour, 5, NUMBER_BACK                                                        \
    }

/* The first entries of a game's table of things. */
#define JABBERWOCKY_THINGS                                                                                             \
    NUMBER_CARDS_OF("green", "G", COLOUR_GREEN), NUMBER_CARDS_OF("yellow", "Y", COLOUR_YELLOW),                        \
        NUMBER_CARDS_OF("purple", "P", COLOUR_PURPLE),                                                                 \
        {"green Jabberwocky", "GJ", THING_CARD, COLOUR_GREEN, NO_NUMBER, JABBERWOCKY_BACK},                            \
        {"yellow Jabberwocky", "YJ", THING_CARD, COLOUR_YELLOW, NO_NUMBER, JABBERWOCKY_BACK},                          \
        {"purple Jabberwocky", "PJ", THING_CARD, COLOUR_PURPLE, NO_NUMBER, JABBERWOCKY_BACK},                          \
        {"green gem", "g", THING_GEM, COLOUR_GREEN, NO_NUMBER, NO_BACK},                                               \
        {"yellow gem", "y", THING_GEM, COLOUR_YELLOW, NO_NUMBER, NO_BACK},                                             \
        {"purple gem", "p", THING_GEM, COLOUR_PURPLE, NO_NUMBER, NO_BACK},                                             \
        {"Number card", "?", THING_CARD, COLOUR_NONE, NO_NUMBER, NUMBER_BACK},                                         \
        {"Jabberwocky card", "?J", THING_CARD, COLOUR_NONE, NO_NUMBER, JABBERWOCKY_BACK},                              \
    {                                                                                                                  \
        "gem", "*", THING_GEM, COLOUR_NONE, NO_NUMBER, NO_BACK                                                         \
    }

/* The contents of a game that uses the whole box; the counts are 0 before. */
static inline void box_contents(uint16_t count[])
{
    for (int i = 0; i < GEM; i++)
        count[i] = 1;
    for (int suit = 0; suit < SUITS; suit++)
        count[GEM + suit] = GEMS_OF_SUIT;
}

#endif
